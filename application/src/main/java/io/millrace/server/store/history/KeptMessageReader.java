// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.DataType;
import io.millrace.message.delivery.Failure;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import io.millrace.server.platform.settings.HistorySettings;
import io.millrace.server.store.history.KeptDelivery.Visit;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Finds kept messages. A tenant sees only its own, and only those whose time has not ended. */
@Component
public final class KeptMessageReader {

    /** Maximum number of deliveries of one message that are read with their contents: the latest. */
    private static final int MOST_OF_MESSAGE = 20;

    private static final String COLUMNS =
            """
            select id, delivery_id, instance, message_id, originator_type, originator_id, message_type, outcome, reasons,
              attempts, micros, error, error_chain_id, error_node_id, error_node_name, ends, visits_left_out
            from kept_message m where m.tenant_id = :tenant and m.id >= :from
            """;

    private final JdbcClient jdbc;
    private final HistorySettings settings;
    private final Clock clock;

    KeptMessageReader(JdbcClient jdbc, HistorySettings settings, Clock clock) {
        this.jdbc = jdbc;
        this.settings = settings;
        this.clock = clock;
    }

    /** Returns the earliest time of which messages are kept, in milliseconds since the epoch. */
    public long oldest() {
        return clock.millis() - settings.kept().toMillis();
    }

    /** Returns the kept deliveries of a message with their contents, the latest {@value #MOST_OF_MESSAGE}, oldest first. */
    public List<KeptDelivery> of(TenantId tenant, UUID message) {
        List<KeptDelivery> found =
                jdbc.sql(COLUMNS + " and m.message_id = :message order by m.id desc limit :limit")
                        .param("tenant", tenant.id())
                        .param("from", HistoryPartitions.firstId(oldest()))
                        .param("message", message)
                        .param("limit", MOST_OF_MESSAGE)
                        .query((row, _) -> delivery(row))
                        .list();
        return withVisits(found.reversed(), true);
    }

    /** Returns the latest deliveries that match the filter, newest first, with their visits and without contents. */
    public List<KeptDelivery> search(MessageFilter filter, int limit) {
        StringBuilder sql = new StringBuilder(COLUMNS);
        Map<String, Object> params = new HashMap<>();
        params.put("tenant", filter.tenant().id());
        params.put("from", HistoryPartitions.firstId(Math.max(filter.from(), oldest())));
        params.put("limit", limit);
        sql.append(" and m.id < :before");
        params.put("before", HistoryPartitions.firstId(filter.before()));
        if (filter.message() != null) {
            sql.append(" and m.message_id = :message");
            params.put("message", filter.message());
        }
        if (filter.originator() != null) {
            sql.append(
                    " and m.originator_id = :originator and m.originator_type = :originatorType");
            params.put("originator", filter.originator().id());
            params.put("originatorType", filter.originator().type().name());
        }
        if (filter.node() != null) {
            sql.append(visited("node_id = :node"));
            params.put("node", filter.node().id());
        }
        if (filter.chain() != null) {
            sql.append(visited("chain_id = :chain"));
            params.put("chain", filter.chain().id());
        }
        if (filter.outcome() != null) {
            sql.append(" and m.outcome = :outcome");
            params.put("outcome", filter.outcome().name());
        }
        if (filter.reason() != null) {
            sql.append(" and :reason = any(m.reasons)");
            params.put("reason", filter.reason().name());
        }
        if (filter.type() != null) {
            sql.append(" and m.message_type = :type");
            params.put("type", filter.type());
        }
        sql.append(" order by m.id desc limit :limit");
        List<KeptDelivery> found =
                jdbc.sql(sql.toString()).params(params).query((row, _) -> delivery(row)).list();
        return withVisits(found, false);
    }

    private static String visited(String condition) {
        return """
         and exists (select from kept_visit v where v.kept_id = m.id and v.kept_id >= :from and v.kept_id < :before
           and v.%s)\
        """
                .formatted(condition);
    }

    private List<KeptDelivery> withVisits(List<KeptDelivery> found, boolean withContents) {
        if (found.isEmpty()) {
            return found;
        }
        UUID[] ids = found.stream().map(KeptDelivery::id).toArray(UUID[]::new);
        Map<UUID, List<Visit>> visits = new HashMap<>();
        jdbc.sql(
                        """
                        select kept_id, previous, chain_id, chain_version, node_id, label, micros, error, input, output
                        from kept_visit where kept_id = any(:ids) order by kept_id, number
                        """)
                .param("ids", ids)
                .query(row -> {
                    visits.computeIfAbsent(
                                    row.getObject("kept_id", UUID.class), _ -> new ArrayList<>())
                            .add(visit(row));
                });
        Map<UUID, Map<Integer, KeptContent>> contents = withContents ? contents(ids) : Map.of();
        return found.stream()
                .map(kept ->
                        kept.with(
                                visits.getOrDefault(kept.id(), List.of()),
                                contents.getOrDefault(kept.id(), Map.of())))
                .toList();
    }

    private Map<UUID, Map<Integer, KeptContent>> contents(UUID[] ids) {
        Map<UUID, Map<Integer, KeptContent>> contents = new HashMap<>();
        jdbc.sql(
                        """
                        select kept_id, number, originator_type, originator_id, message_type, data_type, data, metadata,
                          truncated
                        from kept_content where kept_id = any(:ids)
                        """)
                .param("ids", ids)
                .query(row -> {
                    contents.computeIfAbsent(
                                    row.getObject("kept_id", UUID.class), _ -> new HashMap<>())
                            .put(row.getInt("number"), content(row));
                });
        return contents;
    }

    private static KeptDelivery delivery(ResultSet row) throws SQLException {
        return new KeptDelivery(
                row.getObject("id", UUID.class),
                row.getObject("delivery_id", UUID.class),
                row.getString("instance"),
                row.getObject("message_id", UUID.class),
                entity(row),
                row.getString("message_type"),
                Outcome.valueOf(row.getString("outcome")),
                Stream.of((Object[]) array(row, "reasons"))
                        .map(reason -> KeptReason.valueOf((String) reason))
                        .collect(Collectors.toUnmodifiableSet()),
                row.getInt("attempts"),
                row.getLong("micros"),
                failure(row),
                List.of(),
                Arrays.stream((Object[]) array(row, "ends")).map(Integer.class::cast).toList(),
                row.getInt("visits_left_out"),
                Map.of());
    }

    private static Object array(ResultSet row, String column) throws SQLException {
        Array array = row.getArray(column);
        return array.getArray();
    }

    private static EntityId entity(ResultSet row) throws SQLException {
        return new EntityId(
                EntityType.valueOf(row.getString("originator_type")),
                row.getObject("originator_id", UUID.class));
    }

    private static @Nullable Failure failure(ResultSet row) throws SQLException {
        String error = row.getString("error");
        if (error == null) {
            return null;
        }
        @Nullable UUID chain = row.getObject("error_chain_id", UUID.class);
        @Nullable UUID node = row.getObject("error_node_id", UUID.class);
        return new Failure(
                error,
                chain == null ? null : new RuleChainId(chain),
                node == null ? null : new RuleNodeId(node),
                row.getString("error_node_name"));
    }

    private static Visit visit(ResultSet row) throws SQLException {
        return new Visit(
                row.getObject("previous", Integer.class),
                new RuleChainId(row.getObject("chain_id", UUID.class)),
                row.getLong("chain_version"),
                new RuleNodeId(row.getObject("node_id", UUID.class)),
                row.getString("label"),
                row.getObject("micros", Long.class),
                row.getString("error"),
                row.getObject("input", Integer.class),
                row.getObject("output", Integer.class));
    }

    private static KeptContent content(ResultSet row) throws SQLException {
        Map<String, String> metadata = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> value :
                JsonMapper.shared().readTree(row.getString("metadata")).properties()) {
            metadata.put(value.getKey(), value.getValue().stringValue());
        }
        return new KeptContent(
                entity(row),
                row.getString("message_type"),
                DataType.valueOf(row.getString("data_type")),
                row.getString("data"),
                metadata,
                row.getBoolean("truncated"));
    }
}
