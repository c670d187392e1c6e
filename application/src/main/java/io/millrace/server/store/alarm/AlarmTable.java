// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.server.store.alarm.AlarmWrite.Clear;
import io.millrace.server.store.alarm.AlarmWrite.Raise;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Changes the table {@code alarm}. Each operation is one statement, which locks the row and returns it as it was before
 * and as it is now, so of two at the same time the second sees the result of the first.
 */
final class AlarmTable {

    private static final int TIMEOUT_SECONDS = 10;

    /** Most entities to which an alarm is propagated by relations. */
    private static final int MOST_RELATED = 1_000;

    private static final String CUSTOMER_OF_ORIGINATOR =
            """
            case ? when 'DEVICE' then (select d.customer_id from device d where d.tenant_id = ? and d.id = ?)
                   when 'ASSET' then (select a.customer_id from asset a where a.tenant_id = ? and a.id = ?) end\
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

    private static final String CLEAR =
            """
            update alarm
               set cleared = true, clear_ts = ?, details = coalesce(?::jsonb, details)
             where tenant_id = ? and id = ? and not cleared
            returning %s, %s
            """
                    .formatted(AlarmRows.columns("new"), AlarmRows.columns("old"));

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
            statement.setArray(
                    14, connection.createArrayOf("text", propagation.relationTypes().toArray()));
            statement.setString(15, draft.originator().type().name());
            statement.setObject(16, raise.tenant().id());
            statement.setObject(17, draft.originator().id());
            statement.setObject(18, raise.tenant().id());
            statement.setObject(19, draft.originator().id());
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

    /** Clears an alarm; returns null if the tenant has no such alarm. */
    static @Nullable AlarmChange clear(Connection connection, Clear clear) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CLEAR)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            statement.setLong(1, clear.now());
            statement.setString(2, clear.details());
            statement.setObject(3, clear.tenant().id());
            statement.setObject(4, clear.id().id());
            try (ResultSet row = statement.executeQuery()) {
                if (row.next()) {
                    return new AlarmChange(AlarmRows.alarm(row, 1), before(row));
                }
            }
        }
        return find(connection, clear.tenant(), clear.id())
                .map(alarm -> new AlarmChange(alarm, alarm))
                .orElse(null);
    }

    /** Reads an alarm. */
    static Optional<Alarm> find(Connection connection, TenantId tenant, AlarmId id)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setQueryTimeout(TIMEOUT_SECONDS);
            statement.setObject(1, tenant.id());
            statement.setObject(2, id.id());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.of(AlarmRows.alarm(row, 1)) : Optional.empty();
            }
        }
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
