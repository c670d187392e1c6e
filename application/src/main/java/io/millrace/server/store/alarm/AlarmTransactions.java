// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Changes alarms in the transactions of their callers, by the same statements as {@link AlarmStorage}. An operation is
 * empty if the tenant has no such alarm; one that has been done before changes nothing. Calls block. Thread-safe.
 */
public final class AlarmTransactions {

    /** The most comments that an alarm has. */
    public static final int MOST_COMMENTS = AlarmComments.MOST;

    private final JdbcTemplate jdbc;

    public AlarmTransactions(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Changes the active alarm of the draft's type at its originator, or creates it. */
    public AlarmChange raise(TenantId tenant, AlarmDraft draft, long now) {
        AlarmWrite.Raise raise = new AlarmWrite.Raise(tenant, draft, now, null);
        return run(connection -> AlarmOperations.raise(connection, raise)).orElseThrow();
    }

    /** Changes an alarm, active or not, to what a draft says; its type and its originator stay. */
    public Optional<AlarmChange> update(TenantId tenant, AlarmId id, AlarmDraft draft, long now) {
        return run(connection -> AlarmOperations.update(connection, tenant, id, draft, now));
    }

    public Optional<AlarmChange> acknowledge(TenantId tenant, AlarmId id, long now) {
        return run(connection -> AlarmTable.acknowledge(connection, tenant, id, now));
    }

    public Optional<AlarmChange> clear(TenantId tenant, AlarmId id, long now) {
        AlarmWrite.Clear clear = new AlarmWrite.Clear(tenant, id, null, now, null);
        return run(connection -> AlarmTable.clear(connection, clear));
    }

    /** @param assignee null: to no user */
    public Optional<AlarmChange> assign(
            TenantId tenant, AlarmId id, @Nullable UserId assignee, long now) {
        return run(connection -> AlarmTable.assign(connection, tenant, id, assignee, now));
    }

    /** Deletes an alarm with its comments. */
    public Optional<Alarm> delete(TenantId tenant, AlarmId id) {
        return run(connection -> AlarmTable.delete(connection, tenant, id).orElse(null));
    }

    /** Adds a comment; returns false if the alarm has as many as it may have. */
    public boolean comment(AlarmComment comment) {
        return run(connection -> AlarmComments.insert(connection, comment)).orElseThrow();
    }

    private <T> Optional<T> run(ConnectionCallback<@Nullable T> operation) {
        return Optional.ofNullable(jdbc.execute(operation));
    }
}
