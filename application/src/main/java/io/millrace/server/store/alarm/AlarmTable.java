// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.server.store.alarm.AlarmWrite.Clear;
import io.millrace.server.store.alarm.AlarmWrite.Raise;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Changes the table {@code alarm}. Each operation is one statement, which locks the row and returns it as it was before
 * and as it is now, so of two at the same time the second sees the result of the first.
 */
final class AlarmTable {

    private static final int TIMEOUT_SECONDS = 10;

    /** Most entities to which an alarm is propagated by relations. */
    private static final int MOST_RELATED = 1_000;

    /** Each has two parameters in {@link #CUSTOMER_OF_ORIGINATOR}: the tenant and the entity. */
    private static final int KINDS_WITH_CUSTOMER = 3;

    private static final String CUSTOMER_OF_ORIGINATOR =
            """
            case ? when 'DEVICE' then (select d.customer_id from device d where d.tenant_id = ? and d.id = ?)
                   when 'ASSET' then (select a.customer_id from asset a where a.tenant_id = ? and a.id = ?)
                   when 'ENTITY_VIEW' then
                       (select v.customer_id from entity_view v where v.tenant_id = ? and v.id = ?) end\
            """;

    private static final String RAISE =
            """
            insert into alarm (id, created_time, tenant_id, originator_type, originator_id, type, severity, start_ts,
                               end_ts, details, propagate, propagate_to_owner, propagate_to_tenant,
                               propagate_relation_types, customer_id)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?,
            %s)
            on conflict (tenant_id, originator_id, type) where not cleared do update
               set severity = excluded.severity,
                   start_ts = least(alarm.start_ts, excluded.start_ts),
                   end_ts = excluded.end_ts,
                   details = excluded.details,
                   propagate = excluded.propagate,
                   propagate_to_owner = excluded.propagate_to_owner,
                   propagate_to_tenant = excluded.propagate_to_tenant,
                   propagate_relation_types = excluded.propagate_relation_types
            returning %s, %s
            """
                    .formatted(
                            CUSTOMER_OF_ORIGINATOR,
                            AlarmRows.columns("new"),
                            AlarmRows.columns("old"));

    private static final String UPDATE =
            change(
                    """
                    severity = ?, start_ts = ?, end_ts = ?, details = ?::jsonb, propagate = ?,
                    propagate_to_owner = ?, propagate_to_tenant = ?, propagate_relation_types = ?\
                    """,
                    "true");

    private static final String ACKNOWLEDGE =
            change("acknowledged = true, ack_ts = ?", "not acknowledged");

    private static final String CLEAR =
            change(
                    "cleared = true, clear_ts = ?, details = coalesce(?::jsonb, details)",
                    "not cleared");

    private static final String ASSIGN =
            change("assignee_id = ?, assign_ts = ?", "assignee_id is distinct from ?");

    private static final String DELETE =
            "delete from alarm a where a.tenant_id = ? and a.id = ? returning "
                    + AlarmRows.columns("a");

    private static final String FIND =
            "select %s from alarm a where a.tenant_id = ? and a.id = ?"
                    .formatted(AlarmRows.columns("a"));

    private static final String PROPAGATE =
            """
            with recursive
            alarm_now as (select * from alarm where tenant_id = ? and id = ?),
            related (entity_type, entity_id) as (
                select r.from_type, r.from_id
                  from alarm_now a
                  join relation r on r.tenant_id = a.tenant_id and r.to_id = a.originator_id and r.type_group = 'COMMON'
                 where a.propagate
                   and (a.propagate_relation_types = '{}' or r.type = any(a.propagate_relation_types))
                union
                select r.from_type, r.from_id
                  from related
                  join alarm_now a on true
                  join relation r on r.tenant_id = a.tenant_id and r.to_id = related.entity_id and r.type_group = 'COMMON'
                 where a.propagate_relation_types = '{}' or r.type = any(a.propagate_relation_types)),
            shown (entity_type, entity_id) as (
                select originator_type, originator_id from alarm_now
                union
                select 'CUSTOMER', customer_id from alarm_now where propagate_to_owner and customer_id is not null
                union
                select 'TENANT', tenant_id from alarm_now
                 where propagate_to_tenant or (propagate_to_owner and customer_id is null)
                union
                (select entity_type, entity_id from related limit ?))
            insert into entity_alarm (tenant_id, entity_type, entity_id, alarm_id, created_time)
            select a.tenant_id, shown.entity_type, shown.entity_id, a.id, a.created_time
              from shown join alarm_now a on true
            on conflict do nothing
            """;

    private AlarmTable() {}

    /** Changes the active alarm, or creates one. */
    static AlarmChange raise(Connection connection, Raise raise) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(RAISE)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            AlarmDraft draft = raise.draft();
            AlarmPropagation propagation = draft.propagation();
            statement.setObject(1, raise.newId().id());
            statement.setLong(2, raise.now());
            statement.setObject(3, raise.tenant().id());
            statement.setString(4, draft.originator().type().name());
            statement.setObject(5, draft.originator().id());
            statement.setString(6, draft.type());
            statement.setString(7, draft.severity().name());
            statement.setLong(8, draft.startTs());
            statement.setLong(9, draft.endTs());
            statement.setString(10, draft.details());
            statement.setBoolean(11, propagation.related());
            statement.setBoolean(12, propagation.owner());
            statement.setBoolean(13, propagation.tenant());
            statement.setArray(14, texts(connection, propagation.relationTypes()));
            statement.setString(15, draft.originator().type().name());
            for (int kind = 0; kind < KINDS_WITH_CUSTOMER; kind++) {
                statement.setObject(16 + 2 * kind, raise.tenant().id());
                statement.setObject(17 + 2 * kind, draft.originator().id());
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                Alarm alarm = AlarmRows.alarm(row, 1);
                // A transaction that was committed without an answer has created it.
                boolean created = alarm.id().equals(raise.newId());
                return new AlarmChange(alarm, created ? null : before(row));
            }
        }
    }

    private static Alarm before(ResultSet row) throws SQLException {
        return AlarmRows.alarm(row, 1 + AlarmRows.COLUMNS);
    }

    /** Changes an alarm, active or not, to what a draft says; returns null if the tenant has no such alarm. */
    static @Nullable AlarmChange update(
            Connection connection, TenantId tenant, AlarmId id, AlarmDraft draft)
            throws SQLException {
        AlarmPropagation propagation = draft.propagation();
        return change(
                connection,
                UPDATE,
                tenant,
                id,
                List.of(),
                draft.severity().name(),
                draft.startTs(),
                draft.endTs(),
                draft.details(),
                propagation.related(),
                propagation.owner(),
                propagation.tenant(),
                texts(connection, propagation.relationTypes()));
    }

    /** Acknowledges an alarm; returns null if the tenant has no such alarm. */
    static @Nullable AlarmChange acknowledge(
            Connection connection, TenantId tenant, AlarmId id, long now) throws SQLException {
        return change(connection, ACKNOWLEDGE, tenant, id, List.of(), now);
    }

    /** Clears an alarm; returns null if the tenant has no such alarm. */
    static @Nullable AlarmChange clear(Connection connection, Clear clear) throws SQLException {
        return change(
                connection,
                CLEAR,
                clear.tenant(),
                clear.id(),
                List.of(),
                clear.now(),
                clear.details());
    }

    /**
     * Assigns an alarm; returns null if the tenant has no such alarm.
     *
     * @param assignee null: to no user
     */
    static @Nullable AlarmChange assign(
            Connection connection, TenantId tenant, AlarmId id, @Nullable UserId assignee, long now)
            throws SQLException {
        UUID user = assignee == null ? null : assignee.id();
        return change(connection, ASSIGN, tenant, id, Collections.singletonList(user), user, now);
    }

    /** Deletes an alarm with its comments; empty if the tenant has no such alarm. */
    static Optional<Alarm> delete(Connection connection, TenantId tenant, AlarmId id)
            throws SQLException {
        return alarm(connection, DELETE, tenant, id);
    }

    /** The statement that changes an alarm, if the condition is true. */
    private static String change(String changes, String condition) {
        return "update alarm set %s where tenant_id = ? and id = ? and %s returning %s, %s"
                .formatted(changes, condition, AlarmRows.columns("new"), AlarmRows.columns("old"));
    }

    /** Runs a statement of {@link #change(String, String)}; if its condition is false, the alarm stays as it is. */
    private static @Nullable AlarmChange change(
            Connection connection,
            String sql,
            TenantId tenant,
            AlarmId id,
            List<? extends @Nullable Object> condition,
            @Nullable Object... changes)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            int next = 1;
            for (Object value : changes) {
                statement.setObject(next++, value);
            }
            statement.setObject(next++, tenant.id());
            statement.setObject(next++, id.id());
            for (Object value : condition) {
                statement.setObject(next++, value);
            }
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    return new AlarmChange(AlarmRows.alarm(row, 1), before(row));
                }
            }
        }
        return find(connection, tenant, id)
                .map(alarm -> new AlarmChange(alarm, alarm))
                .orElse(null);
    }

    /** Reads an alarm. */
    static Optional<Alarm> find(Connection connection, TenantId tenant, AlarmId id)
            throws SQLException {
        return alarm(connection, FIND, tenant, id);
    }

    private static Optional<Alarm> alarm(
            Connection connection, String sql, TenantId tenant, AlarmId id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            statement.setObject(1, tenant.id());
            statement.setObject(2, id.id());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(AlarmRows.alarm(row, 1)) : Optional.empty();
            }
        }
    }

    private static Array texts(Connection connection, List<String> texts) throws SQLException {
        return connection.createArrayOf("text", texts.toArray());
    }

    /** Records the entities at which an alarm is shown, as far as they are not recorded. */
    static void propagate(Connection connection, Alarm alarm) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PROPAGATE)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            statement.setObject(1, alarm.tenant().id());
            statement.setObject(2, alarm.id().id());
            statement.setInt(3, MOST_RELATED);
            statement.executeUpdate();
        }
    }
}
