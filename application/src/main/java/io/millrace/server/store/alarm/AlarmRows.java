// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarm.AlarmStatus;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rows of the table {@code alarm}. */
public final class AlarmRows {

    private static final List<String> NAMES =
            List.of(
                    "id",
                    "created_time",
                    "tenant_id",
                    "customer_id",
                    "originator_type",
                    "originator_id",
                    "type",
                    "severity",
                    "acknowledged",
                    "cleared",
                    "assignee_id",
                    "start_ts",
                    "end_ts",
                    "ack_ts",
                    "clear_ts",
                    "assign_ts",
                    "details::text",
                    "propagate",
                    "propagate_to_owner",
                    "propagate_to_tenant",
                    "propagate_relation_types");

    /** The number of columns of an alarm in a select list. */
    static final int COLUMNS = NAMES.size();

    private AlarmRows() {}

    /**
     * Returns the columns of an alarm for a select list.
     *
     * @param alias the alias of the table
     */
    public static String columns(String alias) {
        return NAMES.stream().map(name -> alias + "." + name).collect(Collectors.joining(", "));
    }

    /**
     * Reads an alarm.
     *
     * @param first the number of the first of its columns
     */
    public static Alarm alarm(ResultSet row, int first) throws SQLException {
        Columns columns = new Columns(row, first);
        AlarmId id = new AlarmId(columns.required());
        long createdTime = columns.number();
        TenantId tenant = new TenantId(columns.required());
        UUID customer = columns.uuid();
        EntityId originator = new EntityId(EntityType.valueOf(columns.text()), columns.required());
        String type = columns.text();
        AlarmSeverity severity = AlarmSeverity.valueOf(columns.text());
        boolean acknowledged = columns.truth();
        AlarmStatus status = AlarmStatus.of(columns.truth(), acknowledged);
        UUID assignee = columns.uuid();
        return new Alarm(
                id,
                createdTime,
                tenant,
                customer == null ? null : new CustomerId(customer),
                originator,
                type,
                severity,
                status,
                columns.number(),
                columns.number(),
                columns.number(),
                columns.number(),
                columns.number(),
                assignee == null ? null : new UserId(assignee),
                columns.text(),
                new AlarmPropagation(
                        columns.truth(), columns.truth(), columns.truth(), columns.texts()));
    }

    /** Reads the columns of a row one after the other. */
    private static final class Columns {

        private final ResultSet row;
        private int next;

        Columns(ResultSet row, int first) {
            this.row = row;
            this.next = first;
        }

        @Nullable UUID uuid() throws SQLException {
            return row.getObject(next++, UUID.class);
        }

        UUID required() throws SQLException {
            UUID id = uuid();
            if (id == null) {
                throw new SQLException("column %d of an alarm is null".formatted(next - 1));
            }
            return id;
        }

        long number() throws SQLException {
            return row.getLong(next++);
        }

        boolean truth() throws SQLException {
            return row.getBoolean(next++);
        }

        String text() throws SQLException {
            return row.getString(next++);
        }

        List<String> texts() throws SQLException {
            return Arrays.asList((String[]) row.getArray(next++).getArray());
        }
    }
}
