// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the visits of kept messages as debug events of nodes. A tenant sees only its own. */
@Component
public final class DebugEventRepository {

    /** Events are counted up to this number, because a node may have millions. */
    private static final int MOST_COUNTED = 100_000;

    private static final Map<String, String> SORT_COLUMNS = Map.of("createdTime", "id", "ts", "id");

    private static final String EVENTS =
            """
            from (
              select v.kept_id, v.number, d.direction, m.instance as server,
                coalesce(c.originator_type, m.originator_type) as entity_type,
                coalesce(c.originator_id, m.originator_id) as entity_id,
                coalesce(c.message_id, m.message_id) as message_id,
                coalesce(c.message_type, m.message_type) as message_type,
                c.data_type, c.data, c.metadata,
                case d.direction when 'IN' then coalesce(p.label, '') else coalesce(v.label, 'Failure') end
                  as relation_type,
                case d.direction when 'OUT' then v.error end as error
              from kept_visit v
              join kept_message m on m.id = v.kept_id and m.id >= :from and m.id < :before
              cross join (values ('IN'), ('OUT')) as d (direction)
              left join kept_visit p on p.kept_id = v.kept_id and p.number = v.previous
              left join kept_content c on c.kept_id = v.kept_id
                and c.number = case d.direction when 'IN' then v.input else coalesce(v.output, v.input) end
              where v.node_id = :node and m.tenant_id = :tenant and v.kept_id >= :from and v.kept_id < :before
                and not v.events_cleared) e
            where true
            """;

    /** A part of time, in milliseconds since the epoch. */
    public record Period(long from, long before) {}

    private final JdbcClient jdbc;
    private final KeptMessageReader kept;

    DebugEventRepository(JdbcClient jdbc, KeptMessageReader kept) {
        this.jdbc = jdbc;
        this.kept = kept;
    }

    private record Query(String sql, Map<String, Object> params) {}

    private Query query(TenantId tenant, RuleNodeId node, DebugEventFilter filter, Period period) {
        StringBuilder sql = new StringBuilder(EVENTS);
        Map<String, Object> params = new HashMap<>(periodOf(period));
        params.put("tenant", tenant.id());
        params.put("node", node.id());
        filter.addTo(sql, params);
        return new Query(sql.toString(), params);
    }

    private Map<String, Object> periodOf(Period period) {
        return Map.of(
                "from",
                HistoryPartitions.firstId(Math.max(period.from(), kept.oldest())),
                "before",
                HistoryPartitions.firstId(period.before()));
    }

    /**
     * Returns a page of a node's events, newest first if the link names no order. The total is counted up to {@value
     * #MOST_COUNTED}.
     */
    public PageData<DebugEvent> list(
            TenantId tenant,
            RuleNodeId node,
            DebugEventFilter filter,
            Period period,
            PageLink link) {
        String direction = directionOf(link);
        Query query = query(tenant, node, filter, period);
        long total = count(query);
        List<DebugEvent> page =
                jdbc.sql(
                                "select * %2$s order by e.kept_id %1$s, e.number %1$s, e.direction %1$s limit :limit offset :offset"
                                        .formatted(direction, query.sql()))
                        .params(query.params())
                        .param("limit", link.pageSize())
                        .param("offset", link.offset())
                        .query((row, _) -> event(row))
                        .list();
        return PageData.of(link, page, total);
    }

    private long count(Query query) {
        return jdbc.sql(
                        "select count(*) from (select 1 %s limit :most) counted"
                                .formatted(query.sql()))
                .params(query.params())
                .param("most", MOST_COUNTED)
                .query(Long.class)
                .single();
    }

    /** Returns the order of time; refuses a sort by anything else. */
    private static String directionOf(PageLink link) {
        link.orderBy(SORT_COLUMNS, "id");
        return "ASC".equalsIgnoreCase(link.sortOrder()) ? "asc" : "desc";
    }

    /** Returns the latest event of a message that came to a node. */
    public Optional<DebugEvent> latestIn(TenantId tenant, RuleNodeId node) {
        Query query = query(tenant, node, DebugEventFilter.NONE, new Period(0, Long.MAX_VALUE));
        return jdbc.sql(
                        "select * %s and e.direction = 'IN' order by e.kept_id desc, e.number desc limit 1"
                                .formatted(query.sql()))
                .params(query.params())
                .query((row, _) -> event(row))
                .optional();
    }

    /**
     * Clears events: they are no longer listed. The kept messages stay, with their paths.
     *
     * @return number of visits whose events were cleared
     */
    public int clear(TenantId tenant, RuleNodeId node, DebugEventFilter filter, Period period) {
        Query query = query(tenant, node, filter, period);
        return jdbc.sql(
                        """
                        update kept_visit set events_cleared = true
                         where node_id = :node and kept_id >= :from and kept_id < :before
                           and (kept_id, number) in (select e.kept_id, e.number %s)
                        """
                                .formatted(query.sql()))
                .params(query.params())
                .update();
    }

    /** When a tenant reached the limit of an hour with a message in a chain. */
    public record LimitEvent(UUID id, String server, String message) {}

    /** Returns a page of a chain's events: when the limit of kept messages was reached. */
    public PageData<LimitEvent> limits(
            TenantId tenant, RuleChainId chain, Period period, PageLink link) {
        String direction = directionOf(link);
        String from =
                "from kept_message_limit where tenant_id = :tenant and rule_chain_id = :chain and id >= :from and id < :before";
        Map<String, Object> params = new HashMap<>(periodOf(period));
        params.put("tenant", tenant.id());
        params.put("chain", chain.id());
        long total = jdbc.sql("select count(*) " + from).params(params).query(Long.class).single();
        List<LimitEvent> page =
                jdbc.sql(
                                "select id, instance, message %s order by id %s limit :limit offset :offset"
                                        .formatted(from, direction))
                        .params(params)
                        .param("limit", link.pageSize())
                        .param("offset", link.offset())
                        .query((row, _) ->
                                new LimitEvent(
                                        row.getObject("id", UUID.class),
                                        row.getString("instance"),
                                        row.getString("message")))
                        .list();
        return PageData.of(link, page, total);
    }

    /** Deletes a chain's events of a period. */
    public int clearLimits(TenantId tenant, RuleChainId chain, Period period) {
        return jdbc.sql(
                        """
                        delete from kept_message_limit
                         where tenant_id = :tenant and rule_chain_id = :chain and id >= :from and id < :before
                        """)
                .params(periodOf(period))
                .param("tenant", tenant.id())
                .param("chain", chain.id())
                .update();
    }

    private static DebugEvent event(ResultSet row) throws SQLException {
        @Nullable String dataType = row.getString("data_type");
        return new DebugEvent(
                row.getObject("kept_id", UUID.class),
                row.getInt("number"),
                row.getString("direction"),
                row.getString("server"),
                new EntityId(
                        EntityType.valueOf(row.getString("entity_type")),
                        row.getObject("entity_id", UUID.class)),
                row.getObject("message_id", UUID.class),
                row.getString("message_type"),
                dataType,
                row.getString("relation_type"),
                row.getString("data"),
                row.getString("metadata"),
                row.getString("error"));
    }
}
