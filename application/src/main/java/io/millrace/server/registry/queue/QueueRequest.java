// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.message.JsonErrors;
import io.millrace.message.id.QueueId;
import io.millrace.server.web.api.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A queue to be made ({@code id} null) or changed.
 *
 * @param version where it is given, the change is refused unless the stored version is the same
 * @param body all of it
 */
record QueueRequest(@Nullable QueueId id, @Nullable Long version, JsonNode body) {

    /** Describes the JSON of a request. */
    @Schema(name = "QueueRequest")
    record Described(
            @Nullable QueueId id, @JsonUnwrapped QueueDocument document, @Nullable Long version) {}

    static QueueRequest of(JsonMapper json, JsonNode body) {
        return new QueueRequest(
                field(json, body, "id", QueueId.class),
                field(json, body, "version", Long.class),
                body);
    }

    private static <T> @Nullable T field(
            JsonMapper json, JsonNode body, String name, Class<T> type) {
        if (!body.hasNonNull(name)) {
            return null;
        }
        try {
            return json.treeToValue(body.path(name), type);
        } catch (JacksonException e) {
            throw ApiException.badRequest(name + ": " + JsonErrors.describe(e));
        }
    }

    /**
     * What was read, and what was read otherwise than it stands there.
     *
     * @param stored the queue that is to be changed; null: one is to be made
     * @throws ApiException (400) with all faults
     */
    QueueReading.Read read(@Nullable Queue stored) {
        QueueReading reading =
                stored == null ? QueueReader.read(body) : QueueReader.read(body, stored.document());
        return switch (reading) {
            case QueueReading.Read read -> read;
            case QueueReading.Refused refused ->
                    throw ApiException.badRequest(String.join("; ", refused.faults()));
        };
    }
}
