// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.id.EntityType;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Conditions for dead letters, bound from the query parameters of the same names; null means no condition.
 *
 * @param textSearch text that the error, the name of the failed node or the message type contains; case-insensitive
 * @param queueName queue of the message
 * @param entityType type of the message's originator
 * @param entityId id of the message's originator; requires the type
 * @param messageType type of the message
 * @param ruleChainId chain in which the message failed
 * @param ruleNodeId node in which the message failed
 * @param startTime earliest time of the dead letter, in milliseconds since the epoch, inclusive
 * @param endTime latest time of the dead letter, in milliseconds since the epoch, inclusive
 */
public record DeadLetterFilter(
        @Nullable String textSearch,
        @Nullable String queueName,
        @Nullable EntityType entityType,
        @Nullable UUID entityId,
        @Nullable String messageType,
        @Nullable UUID ruleChainId,
        @Nullable UUID ruleNodeId,
        @Nullable Long startTime,
        @Nullable Long endTime) {

    public DeadLetterFilter {
        if (entityId != null && entityType == null) {
            throw ApiException.badRequest(
                    "entityType: expected the type of entityId; it is missing");
        }
        if (startTime != null && endTime != null && endTime < startTime) {
            throw ApiException.badRequest(
                    "endTime: expected %d (startTime) or more, got %d"
                            .formatted(startTime, endTime));
        }
    }

    /** Returns the selection of matching letters; all letters if there is no condition. */
    public Selection selection() {
        StringBuilder sql = new StringBuilder();
        Map<String, Object> params = new HashMap<>();
        if (textSearch != null && !textSearch.isBlank()) {
            sql.append(
                    " and (error ilike :search or node_name ilike :search or message_type ilike :search)");
            params.put("search", PageLink.containing(textSearch));
        }
        equal("queue", queueName, sql, params);
        equal("originator_type", entityType == null ? null : entityType.name(), sql, params);
        equal("originator_id", entityId, sql, params);
        equal("message_type", messageType, sql, params);
        equal("chain_id", ruleChainId, sql, params);
        equal("node_id", ruleNodeId, sql, params);
        if (startTime != null) {
            sql.append(" and created_at >= :start");
            params.put("start", Instant.ofEpochMilli(startTime).atOffset(ZoneOffset.UTC));
        }
        if (endTime != null) {
            // The table stores microseconds, so the whole last millisecond is included.
            sql.append(" and created_at < :end");
            params.put("end", Instant.ofEpochMilli(endTime).plusMillis(1).atOffset(ZoneOffset.UTC));
        }
        return new Selection(sql.toString(), params);
    }

    private static void equal(
            String column, @Nullable Object value, StringBuilder sql, Map<String, Object> params) {
        if (value != null) {
            sql.append(" and %s = :%s".formatted(column, column));
            params.put(column, value);
        }
    }
}
