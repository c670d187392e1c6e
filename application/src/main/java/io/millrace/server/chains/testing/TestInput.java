// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.DataType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.testrun.TestRunRequest.Reply;
import io.millrace.server.web.api.ApiException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a chain is tried with.
 *
 * @param message the message
 * @param fromNodeId the node that it enters, or null: the first one
 * @param replies what calls to the outside are answered with, by the name of the calling node; others get an empty 200
 */
record TestInput(
        Message message, @Nullable RuleNodeId fromNodeId, @Nullable Map<String, Answer> replies) {

    /**
     * A message as a person writes it.
     *
     * @param originator whom it is about, or null: the tenant
     * @param msgType its type, or null: {@code POST_TELEMETRY_REQUEST}
     * @param data its payload: JSON, or a text that is taken as it stands; null: an empty object
     * @param ts milliseconds since the epoch, or null: now
     */
    record Message(
            @Nullable Originator originator,
            @Nullable CustomerId customerId,
            @Nullable String msgType,
            @Nullable Map<String, String> metadata,
            @Nullable JsonNode data,
            @Nullable Long ts,
            @Nullable String queueName) {}

    /** An entity. */
    record Originator(String entityType, UUID id) {

        EntityType type() {
            try {
                return EntityType.valueOf(entityType);
            } catch (IllegalArgumentException _) {
                throw ApiException.badRequest(
                        "message.originator.entityType: expected one of %s, but got \"%s\""
                                .formatted(Arrays.toString(EntityType.values()), entityType));
            }
        }
    }

    /** An answer from the outside. */
    record Answer(
            @Nullable Integer status,
            @Nullable Map<String, String> headers,
            @Nullable JsonNode body) {}

    /** The message, about the given entity. */
    RuleMessage messageOf(TenantId tenant, EntityId originator, long now) {
        String type = message.msgType();
        Map<String, String> metadata = message.metadata();
        Long ts = message.ts();
        return new RuleMessage(
                TimeOrderedUuid.next(),
                tenant,
                originator,
                message.customerId(),
                type == null ? "POST_TELEMETRY_REQUEST" : type,
                metadata == null ? Metadata.EMPTY : Metadata.of(metadata),
                DataType.JSON,
                Payload.ofText(textOf(message.data(), "{}")),
                ts == null ? now : ts,
                message.queueName(),
                null);
    }

    /** The answers from the outside, as the run takes them. */
    Map<String, Reply> answers() {
        Map<String, Reply> answers = new LinkedHashMap<>();
        if (replies != null) {
            replies.forEach((node, answer) -> answers.put(node, reply(answer)));
        }
        return answers;
    }

    private static Reply reply(Answer answer) {
        Map<String, String> headers = answer.headers();
        Integer status = answer.status();
        return new Reply(
                status == null ? Reply.EMPTY.status() : status,
                headers == null ? Map.of() : headers,
                textOf(answer.body(), ""));
    }

    private static String textOf(@Nullable JsonNode json, String otherwise) {
        if (json == null || json.isNull()) {
            return otherwise;
        }
        return json.isString() ? json.asString() : json.toString();
    }
}
