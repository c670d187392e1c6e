// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.tenantdeletion;

import io.millrace.message.id.TenantId;
import io.millrace.server.tenant.TenantDeleted;
import io.millrace.server.tenantdeletion.DeletedTenants.Deleted;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/**
 * Looks for deleted tenants, at the start and again and again: tells this instance of those that another one has
 * deleted, and erases what they have stored, one instance at a time.
 */
@Component
final class ErasureLifecycle implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ErasureLifecycle.class);
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    /** So long an instance that was told may still let in a device, out of what it remembers or was just looking up. */
    private static final Duration LONGEST_MEMORY = Duration.ofMinutes(2);

    /** Any number that nobody else locks in this database. */
    static final long LOCK = 0x6d72_6572_6173_6572L;

    private final DeletedTenants tenants;
    private final Erasure erasure;
    private final DataSource dataSource;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final Set<TenantId> announced = new HashSet<>();
    private volatile @Nullable ScheduledExecutorService thread;

    ErasureLifecycle(
            DeletedTenants tenants,
            StoredData data,
            DataSource dataSource,
            ApplicationEventPublisher events,
            Clock clock) {
        this.tenants = tenants;
        this.erasure = new Erasure(tenants, data, clock);
        this.dataSource = dataSource;
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void start() {
        ScheduledExecutorService started =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("tenant-erasure").factory());
        var _ =
                started.scheduleWithFixedDelay(
                        this::look, 0, INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
        thread = started;
    }

    /** Has a look soon. */
    void wake() {
        ScheduledExecutorService running = thread;
        if (running != null) {
            try {
                running.execute(this::look);
            } catch (RejectedExecutionException _) {
                // The next start goes on.
            }
        }
    }

    private void look() {
        try {
            announce();
            eraseUnlessAnotherInstanceDoes();
        } catch (DataAccessResourceFailureException | SQLException away) {
            // An outage has a line of its own elsewhere.
            log.debug("Cannot look for deleted tenants: {}", away.getMessage());
            erasure.databaseWasAway();
        } catch (RuntimeException e) {
            log.error(
                    "Deleted tenants could not be erased; it will be tried again in {} s",
                    INTERVAL.toSeconds(),
                    e);
        }
    }

    private void announce() {
        List<Deleted> all = tenants.all();
        announced.retainAll(all.stream().map(Deleted::tenant).toList());
        Instant fresh = clock.instant().minus(LONGEST_MEMORY);
        for (Deleted deleted : all) {
            if (announced.add(deleted.tenant()) || deleted.time().isAfter(fresh)) {
                events.publishEvent(new TenantDeleted(deleted.tenant()));
            }
        }
    }

    private void eraseUnlessAnotherInstanceDoes() throws SQLException {
        if (announced.isEmpty()) {
            return;
        }
        try (Connection connection = dataSource.getConnection()) {
            if (lock(connection, "select pg_try_advisory_lock(?)")) {
                try {
                    erasure.advance();
                } finally {
                    lock(connection, "select pg_advisory_unlock(?)");
                }
            }
        }
    }

    private static boolean lock(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setLong(1, LOCK);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    @Override
    public void stop() {
        ScheduledExecutorService running = thread;
        if (running != null) {
            running.shutdownNow();
            running.close();
            thread = null;
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }
}
