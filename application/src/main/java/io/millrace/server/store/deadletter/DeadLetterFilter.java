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
 * What a letter must be like, bound from the query parameters of the same names; null: it does not matter.
 *
 * @param textSearch text that its error, the name of the node where it failed, or its message's type contains, in any case
 * @param queueName the queue that gave it up
 * @param entityType type of its message's originator
 * @param entityId id of its message's originator; goes with the type
 * @param messageType its message's type
 * @param ruleChainId the chain in which it failed
 * @param ruleNodeId the node in which it failed
 * @param startTime it was given up then or later, in milliseconds since the epoch
 * @param endTime it was given up then or earlier, in milliseconds since the epoch
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
                    "entityType: expected the type of entityId, but it is missing");
        }
        if (startTime != null && endTime != null && endTime < startTime) {
            throw ApiException.badRequest(
                    "endTime: expected %d (startTime) or more, but got %d"
                            .formatted(startTime, endTime));
        }
    }

    /** The letters that are like this; all where nothing is asked for. */
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
            // The table knows microseconds.
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
