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
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.testrun.TestRunRequest.Reply;
import io.millrace.server.web.api.ApiException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The input of a test run.
 *
 * @param message the test message
 * @param fromNodeId the node that the message enters; null for the chain's first node
 * @param replies simulated responses to external calls, by the name of the calling node; other calls get an empty 200
 */
record TestInput(
        Message message, @Nullable RuleNodeId fromNodeId, @Nullable Map<String, Answer> replies) {

    /**
     * A test message, as the request describes it.
     *
     * @param originator the originator; null for the tenant
     * @param msgType the message type; null for {@code POST_TELEMETRY_REQUEST}
     * @param data the payload: JSON, or a string that is used unchanged; null for an empty object
     * @param ts milliseconds since the epoch; null for the current time
     */
    record Message(
            @Nullable Originator originator,
            @Nullable CustomerId customerId,
            @Nullable String msgType,
            @Nullable Map<String, String> metadata,
            @Nullable JsonNode data,
            @Nullable Long ts,
            @Nullable String queueName) {}

    /** The originator of a test message. */
    record Originator(String entityType, UUID id) {

        EntityType type() {
            try {
                return EntityType.valueOf(entityType);
            } catch (IllegalArgumentException _) {
                throw ApiException.badRequest(
                        "message.originator.entityType: expected one of %s, got \"%s\""
                                .formatted(Arrays.toString(EntityType.values()), entityType));
            }
        }
    }

    /** A simulated response to an external call. */
    record Answer(
            @Nullable Integer status,
            @Nullable Map<String, String> headers,
            @Nullable JsonNode body) {}

    /** True if the chain has the node that the message enters, or if none is named. */
    boolean beginsIn(ChainVersion chain) {
        return fromNodeId == null
                || chain.nodes().stream().anyMatch(node -> node.id().equals(fromNodeId));
    }

    /** Creates the message with the given originator. */
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

    /** Returns the simulated responses in the form that the test runner needs. */
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
