// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.alarm;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmChange;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.store.AlarmStore;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Stores alarms in PostgreSQL. Changes are grouped into transactions and take effect in the order of the calls; look-ups
 * wait while the database is unavailable.
 */
public final class AlarmStorage implements AlarmStore, AutoCloseable {

    private final JdbcClient jdbc;
    private final DatabaseLookups lookups;
    private final GroupCommitter<AlarmWrite> committer;

    /** Starts the storage. It uses one connection for its changes. */
    public AlarmStorage(
            JdbcClient jdbc,
            DatabaseLookups lookups,
            Transactions transactions,
            CommitLimits limits) {
        this.jdbc = jdbc;
        this.lookups = lookups;
        this.committer =
                new GroupCommitter<>(
                        "alarms", transactions, new AlarmWriter(), AlarmWrite::lease, limits);
    }

    @Override
    public CompletionStage<Optional<Alarm>> find(TenantId tenant, AlarmId id) {
        return lookups.runUntilAnswered(
                tenant,
                () ->
                        jdbc.sql(
                                        "select %s from alarm a where a.tenant_id = ? and a.id = ?"
                                                .formatted(AlarmRows.columns("a")))
                                .params(tenant.id(), id.id())
                                .query((row, _) -> AlarmRows.alarm(row, 1))
                                .optional());
    }

    @Override
    public CompletionStage<Optional<Alarm>> findActive(
            TenantId tenant, EntityId originator, String type) {
        return lookups.runUntilAnswered(
                tenant,
                () ->
                        jdbc.sql(
                                        """
                                        select %s from alarm a
                                         where a.tenant_id = ? and a.originator_id = ? and a.type = ? and not a.cleared
                                        """
                                                .formatted(AlarmRows.columns("a")))
                                .params(tenant.id(), originator.id(), type)
                                .query((row, _) -> AlarmRows.alarm(row, 1))
                                .optional());
    }

    @Override
    public CompletionStage<AlarmChange> raise(
            TenantId tenant, AlarmDraft draft, long now, @Nullable Lease lease) {
        return submit(new AlarmWrite.Raise(tenant, draft, now, lease))
                .thenApply(Optional::orElseThrow);
    }

    @Override
    public CompletionStage<Optional<AlarmChange>> clear(
            TenantId tenant,
            AlarmId id,
            @Nullable String details,
            long now,
            @Nullable Lease lease) {
        return submit(new AlarmWrite.Clear(tenant, id, details, now, lease));
    }

    private CompletionStage<Optional<AlarmChange>> submit(AlarmWrite write) {
        return committer.submit(write, write.bytes()).thenApply(_ -> write.change());
    }

    /** Writes all accepted changes and stops. */
    @Override
    public void close() {
        committer.close();
    }
}
