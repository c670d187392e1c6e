// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.server.store.history.DebugEventFilter;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The filter of events in a request, as ThingsBoard's clients send it. Fields of other types of events are ignored.
 *
 * @param entityId id of the message's originator
 * @param isError true: only events with an error
 */
public record EventFilter(
        @Required @Nullable String eventType,
        @Nullable String msgDirectionType,
        @Nullable String server,
        @Nullable String entityId,
        @Nullable String entityType,
        @Nullable String msgId,
        @Nullable String msgType,
        @Nullable String relationType,
        @Nullable String dataSearch,
        @Nullable String metadataSearch,
        @JsonProperty("isError") @Nullable Boolean isError,
        @Nullable String errorStr) {

    /** Returns the conditions for debug events of a node. */
    DebugEventFilter conditions() {
        return new DebugEventFilter(
                direction(),
                server,
                id("entityId", entityId),
                entityType,
                id("msgId", msgId),
                msgType,
                relationType,
                dataSearch,
                metadataSearch,
                Boolean.TRUE.equals(isError),
                errorStr);
    }

    private @Nullable String direction() {
        if (msgDirectionType == null || msgDirectionType.isBlank()) {
            return null;
        }
        String direction = msgDirectionType.toUpperCase(Locale.ROOT);
        if (!direction.equals("IN") && !direction.equals("OUT")) {
            throw ApiException.badRequest(
                    "msgDirectionType: must be IN or OUT, but is '%s'".formatted(msgDirectionType));
        }
        return direction;
    }

    private static @Nullable UUID id(String name, @Nullable String text) {
        if (text == null || text.isBlank()) {
            return null;
        }
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest("%s: '%s' is not a UUID".formatted(name, text));
        }
    }
}
