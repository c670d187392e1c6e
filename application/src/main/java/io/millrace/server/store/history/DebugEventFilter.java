// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.server.platform.page.PageLink;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Conditions for debug events; null means no condition. Texts match in any case if they are contained.
 *
 * @param direction {@code IN} or {@code OUT}
 * @param onlyErrors true: only events with an error
 */
public record DebugEventFilter(
        @Nullable String direction,
        @Nullable String server,
        @Nullable UUID entityId,
        @Nullable String entityType,
        @Nullable UUID messageId,
        @Nullable String messageType,
        @Nullable String relationType,
        @Nullable String data,
        @Nullable String metadata,
        boolean onlyErrors,
        @Nullable String error) {

    /** No condition. */
    public static final DebugEventFilter NONE =
            new DebugEventFilter(null, null, null, null, null, null, null, null, null, false, null);

    /** Adds the conditions and their parameters to a query of {@link DebugEventRepository}. */
    void addTo(StringBuilder sql, Map<String, Object> params) {
        equal(sql, params, "direction", direction, "e.direction");
        containing(sql, params, "server", server, "e.server");
        equal(sql, params, "entityId", entityId, "e.entity_id");
        containing(sql, params, "entityType", entityType, "e.entity_type");
        equal(sql, params, "messageId", messageId, "e.message_id");
        containing(sql, params, "messageType", messageType, "e.message_type");
        containing(sql, params, "relationType", relationType, "e.relation_type");
        containing(sql, params, "data", data, "e.data");
        containing(sql, params, "metadata", metadata, "e.metadata");
        containing(sql, params, "error", error, "e.error");
        if (onlyErrors) {
            sql.append(" and e.error is not null");
        }
    }

    private static void equal(
            StringBuilder sql,
            Map<String, Object> params,
            String name,
            @Nullable Object value,
            String column) {
        if (value != null) {
            sql.append(" and ").append(column).append(" = :").append(name);
            params.put(name, value);
        }
    }

    private static void containing(
            StringBuilder sql,
            Map<String, Object> params,
            String name,
            @Nullable String value,
            String column) {
        if (value != null && !value.isEmpty()) {
            sql.append(" and ").append(column).append(" ilike :").append(name);
            params.put(name, PageLink.containing(value));
        }
    }
}
