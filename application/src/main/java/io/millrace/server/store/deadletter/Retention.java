// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.settings.DeadLetterSettings;
import io.millrace.server.store.deadletter.DeadLetterListener.Reason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enforces the retention of dead letters: deletes those that are too old, and the oldest ones of tenants that have too
 * many. Each transaction deletes only a few letters, so that it blocks no other one for long. One instance sweeps at a
 * time. Letters that are being resent are skipped. Used by one thread.
 */
public final class Retention {

    private static final Logger log = LoggerFactory.getLogger(Retention.class);
    private static final int LETTERS_PER_TRANSACTION = 500;
    private static final Duration BETWEEN_WARNINGS = Duration.ofHours(1);

    /** The newest of a tenant's letters to delete; all older letters are deleted too. */
    private record Bound(OffsetDateTime at, UUID id) {

        static final UUID LAST = new UUID(-1, -1);

        /** Returns the bound that includes all letters up to the given time. */
        static Bound at(Instant time) {
            return new Bound(time.atOffset(ZoneOffset.UTC), LAST);
        }
    }

    private final Transactions transactions;
    private final DeadLetterSettings settings;
    private final DeadLetterListener listener;
    private final Clock clock;
    private @Nullable Instant lastWarning;
    private long notWarnedOf;

    public Retention(
            Transactions transactions,
            DeadLetterSettings settings,
            DeadLetterListener listener,
            Clock clock) {
        this.transactions = transactions;
        this.settings = settings;
        this.listener = listener;
        this.clock = clock;
    }

    /** Deletes all letters beyond the retention; ends early if another instance is sweeping. */
    public void sweep() throws SQLException, InterruptedException {
        Bound tooOld = Bound.at(clock.instant().minus(settings.kept()));
        for (UUID tenant : transactions.patiently(Retention::tenants)) {
            if (!delete(tenant, tooOld, Reason.EXPIRED)) {
                return;
            }
            Optional<Bound> tooMany =
                    transactions.patiently(connection -> firstBeyond(connection, tenant));
            if (tooMany.isPresent() && !delete(tenant, tooMany.get(), Reason.CROWDED_OUT)) {
                return;
            }
        }
    }

    /** Returns the tenants that have letters, by a skip scan of the index. */
    private static List<UUID> tenants(Connection connection) throws SQLException {
        List<UUID> tenants = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery(
                                """
                                with recursive tenant (id) as (
                                  (select tenant_id from dead_letter order by tenant_id limit 1)
                                  union all
                                  select (select tenant_id from dead_letter where tenant_id > tenant.id
                                           order by tenant_id limit 1)
                                    from tenant where tenant.id is not null)
                                select id from tenant where id is not null\
                                """)) {
            while (rows.next()) {
                tenants.add(rows.getObject(1, UUID.class));
            }
        }
        return tenants;
    }

    private Optional<Bound> firstBeyond(Connection connection, UUID tenant) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select created_at, id from dead_letter where tenant_id = ?
                        order by created_at desc, id desc offset ? limit 1\
                        """)) {
            select.setObject(1, tenant);
            select.setLong(2, settings.perTenant());
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(
                                new Bound(
                                        row.getObject(1, OffsetDateTime.class),
                                        row.getObject(2, UUID.class)))
                        : Optional.empty();
            }
        }
    }

    /** Returns false if another instance is sweeping. */
    private boolean delete(UUID tenant, Bound bound, Reason reason)
            throws SQLException, InterruptedException {
        while (true) {
            int deleted = transactions.patiently(connection -> delete(connection, tenant, bound));
            if (deleted < 0) {
                return false;
            }
            if (deleted > 0) {
                listener.gone(reason, deleted);
            }
            if (reason == Reason.CROWDED_OUT) {
                warn(deleted);
            }
            if (deleted < LETTERS_PER_TRANSACTION) {
                return true;
            }
        }
    }

    /** Returns the number of deleted letters; -1 if another instance is sweeping. */
    private static int delete(Connection connection, UUID tenant, Bound bound) throws SQLException {
        if (!isAlone(connection)) {
            return -1;
        }
        try (PreparedStatement delete =
                connection.prepareStatement(
                        """
                        delete from dead_letter where id in (
                          select id from dead_letter
                           where tenant_id = ? and (created_at, id) <= (?, ?)
                             and (resending_until is null or resending_until < now())
                           order by created_at, id limit ? for update skip locked)\
                        """)) {
            delete.setObject(1, tenant);
            delete.setObject(2, bound.at());
            delete.setObject(3, bound.id());
            delete.setInt(4, LETTERS_PER_TRANSACTION);
            return delete.executeUpdate();
        }
    }

    private static boolean isAlone(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_try_advisory_xact_lock(4, 0)")) {
            row.next();
            return row.getBoolean(1);
        }
    }

    private void warn(long deleted) {
        notWarnedOf += deleted;
        Instant now = clock.instant();
        boolean due = lastWarning == null || !now.isBefore(lastWarning.plus(BETWEEN_WARNINGS));
        if (notWarnedOf > 0 && due) {
            log.warn(
                    "Deleted {} dead letters before their retention time ended: the limit is {} per tenant "
                            + "(MILLRACE_DEAD_LETTERS_PER_TENANT)",
                    notWarnedOf,
                    settings.perTenant());
            lastWarning = now;
            notWarnedOf = 0;
        }
    }
}
