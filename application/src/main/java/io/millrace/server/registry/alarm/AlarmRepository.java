// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import static java.util.Map.entry;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.platform.page.PageQuery;
import io.millrace.server.store.alarm.AlarmRows;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.EntitySource;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads alarms with the names of their originators and assignees. */
@Component
final class AlarmRepository implements EntitySource {

    private static final String ORIGINATOR_NAME =
            """
            coalesce(case a.originator_type
                when 'DEVICE' then (select o.name from device o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'ASSET' then (select o.name from asset o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'ENTITY_VIEW' then
                    (select o.name from entity_view o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'CUSTOMER' then
                    (select o.title from customer o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'TENANT' then (select o.title from tenant o where o.id = a.originator_id)
                when 'USER' then
                    (select o.email from user_account o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'RULE_CHAIN' then
                    (select o.name from rule_chain o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'DEVICE_PROFILE' then
                    (select o.name from device_profile o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'ASSET_PROFILE' then
                    (select o.name from asset_profile o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                end, 'Deleted')\
            """;

    private static final String ORIGINATOR_LABEL =
            """
            case a.originator_type
                when 'DEVICE' then (select o.label from device o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                when 'ASSET' then (select o.label from asset o where o.tenant_id = a.tenant_id and o.id = a.originator_id)
                end\
            """;

    private static final String SEVERITY_RANK =
            "array_position(array[%s], a.severity)"
                    .formatted(
                            Arrays.stream(AlarmSeverity.values())
                                    .map(severity -> "'" + severity + "'")
                                    .collect(Collectors.joining(", ")));

    private static final String SELECT =
            """
            select %s, %s as originator_name, %s as originator_label, u.id as user_id, u.first_name, u.last_name, u.email
            """
                    .formatted(AlarmRows.columns("a"), ORIGINATOR_NAME, ORIGINATOR_LABEL);

    private static final String FROM =
            " from alarm a left join user_account u on u.id = a.assignee_id ";

    private static final String SELECTED =
            """
             where a.tenant_id = :tenant
               and (cast(:customer as uuid) is null or a.customer_id = :customer)
               and (cast(:cleared as boolean) is null or a.cleared = :cleared)
               and (cast(:acknowledged as boolean) is null or a.acknowledged = :acknowledged)
               and (cast(:severities as text[]) is null or a.severity = any(cast(:severities as text[])))
               and (cast(:types as text[]) is null or a.type = any(cast(:types as text[])))
               and (cast(:assignee as uuid) is null or a.assignee_id = :assignee)
               and (cast(:startTime as bigint) is null or a.created_time >= :startTime)
               and (cast(:endTime as bigint) is null or a.created_time <= :endTime)
               and (a.type ilike :search or a.severity ilike :search or %s ilike :search)
            """
                    .formatted(ORIGINATOR_NAME);

    private static final Map<String, String> SORT_COLUMNS =
            Map.ofEntries(
                    entry("createdTime", "a.created_time"),
                    entry("startTs", "a.start_ts"),
                    entry("startTime", "a.start_ts"),
                    entry("endTs", "a.end_ts"),
                    entry("endTime", "a.end_ts"),
                    entry("ackTs", "a.ack_ts"),
                    entry("ackTime", "a.ack_ts"),
                    entry("clearTs", "a.clear_ts"),
                    entry("clearTime", "a.clear_ts"),
                    entry("assignTs", "a.assign_ts"),
                    entry("type", "a.type"),
                    entry("severity", SEVERITY_RANK),
                    entry("status", "(a.cleared, a.acknowledged)"),
                    entry("originator", ORIGINATOR_NAME),
                    entry("originatorName", ORIGINATOR_NAME),
                    entry("originatorType", "a.originator_type"),
                    entry("assignee", "u.email"));

    private static final PageQuery TYPES =
            new PageQuery(
                    "select t.type",
                    """
                    from (select distinct a.type from alarm a
                           where a.tenant_id = :tenant
                             and (cast(:customer as uuid) is null or a.customer_id = :customer)
                             and a.type ilike :search) t
                    """,
                    Map.of("type", "t.type"),
                    "t.type");

    private final JdbcClient jdbc;

    AlarmRepository(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Looks alarms up for requests that name them. It is not a bean, because requests may not attach attributes, time
     * series and relations to alarms.
     */
    EntityLookup<AlarmEntity> lookup() {
        return new Lookup(this);
    }

    private record Lookup(AlarmRepository alarms) implements EntityLookup<AlarmEntity> {

        @Override
        public EntityType type() {
            return EntityType.ALARM;
        }

        @Override
        public Optional<AlarmEntity> find(TenantId tenant, UUID id) {
            return alarms.find(tenant, new AlarmId(id)).map(AlarmEntity::of);
        }
    }

    private Optional<Alarm> find(TenantId tenant, AlarmId id) {
        return jdbc.sql(
                        "select %s from alarm a where a.tenant_id = :tenant and a.id = :id"
                                .formatted(AlarmRows.columns("a")))
                .param("tenant", tenant.id())
                .param("id", id.id())
                .query((row, _) -> AlarmRows.alarm(row, 1))
                .optional();
    }

    Optional<AlarmInfo> info(TenantId tenant, AlarmId id) {
        return jdbc.sql(SELECT + FROM + "where a.tenant_id = :tenant and a.id = :id")
                .param("tenant", tenant.id())
                .param("id", id.id())
                .query((row, _) -> info(row))
                .optional();
    }

    /** A page of the alarms that a filter selects; the latest come first unless the caller gives an order. */
    PageData<AlarmInfo> list(AlarmFilter filter, PageLink link) {
        Selected selected = Selected.of(filter, link.likePattern());
        return new PageQuery(SELECT, selected.sql(), SORT_COLUMNS, "a.id")
                .readInPieces(jdbc, link.latestFirst(), selected.params(), (row, _) -> info(row));
    }

    /** The number of the alarms that a filter selects. */
    long count(AlarmFilter filter) {
        Selected selected = Selected.of(filter, "%");
        return jdbc.sql("select count(*) " + selected.sql())
                .params(selected.params())
                .query(Long.class)
                .single();
    }

    /** The highest severity of the alarms that a filter selects; empty if there are none. */
    Optional<AlarmSeverity> highestSeverity(AlarmFilter filter) {
        Selected selected = Selected.of(filter, "%");
        return jdbc.sql(
                        "select a.severity %s order by %s limit 1"
                                .formatted(selected.sql(), SEVERITY_RANK))
                .params(selected.params())
                .query((row, _) -> AlarmSeverity.valueOf(row.getString(1)))
                .optional();
    }

    /**
     * A page of the types of alarms.
     *
     * @param customer only of alarms of this customer; null: of all
     */
    PageData<String> types(TenantId tenant, @Nullable CustomerId customer, PageLink link) {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("tenant", tenant.id());
        params.put("customer", customer == null ? null : customer.id());
        params.put("search", link.likePattern());
        return TYPES.read(jdbc, link, params, (row, _) -> row.getString(1));
    }

    /**
     * The alarms that a filter selects.
     *
     * @param sql the clauses {@code from} and {@code where}
     */
    private record Selected(String sql, Map<String, @Nullable Object> params) {

        static Selected of(AlarmFilter filter, String search) {
            AlarmEntitySql entities = AlarmEntitySql.of(filter.entities(), filter.propagated());
            Map<String, @Nullable Object> params = parameters(filter, search);
            params.putAll(entities.params());
            return new Selected(FROM + SELECTED + entities.condition(), params);
        }

        private static Map<String, @Nullable Object> parameters(AlarmFilter filter, String search) {
            Map<String, @Nullable Object> params = new HashMap<>();
            params.put("tenant", filter.tenant().id());
            params.put("customer", filter.customer() == null ? null : filter.customer().id());
            params.put("cleared", filter.status().cleared());
            params.put("acknowledged", filter.status().acknowledged());
            params.put("severities", texts(filter.severities()));
            params.put("types", texts(filter.types()));
            params.put("assignee", filter.assignee());
            params.put("startTime", filter.startTime());
            params.put("endTime", filter.endTime());
            params.put("search", search);
            return params;
        }

        private static String @Nullable [] texts(List<?> values) {
            return values.isEmpty()
                    ? null
                    : values.stream().map(Object::toString).toArray(String[]::new);
        }
    }

    @Override
    public EntityType type() {
        return EntityType.ALARM;
    }

    @Override
    public Optional<Shown> show(TenantId tenant, UUID id) {
        return info(tenant, new AlarmId(id))
                .map(alarm ->
                        new Shown(
                                alarm.name(),
                                Objects.requireNonNullElse(alarm.customerId(), IdJson.NO_CUSTOMER),
                                alarm));
    }

    /** Empty: several alarms may have one type. */
    @Override
    public Optional<UUID> idOf(TenantId tenant, String name) {
        return Optional.empty();
    }

    private static AlarmInfo info(ResultSet row) throws SQLException {
        UUID user = row.getObject("user_id", UUID.class);
        String name = row.getString("originator_name");
        String label = row.getString("originator_label");
        return AlarmInfo.of(
                AlarmRows.alarm(row, 1),
                name,
                label == null || label.isEmpty() ? name : label,
                user == null
                        ? null
                        : new AlarmAssignee(
                                new UserId(user),
                                row.getString("first_name"),
                                row.getString("last_name"),
                                row.getString("email")));
    }
}
