// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.groupcommit.ClusterLock;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.registry.deletion.DeletedTenants.Deleted;
import io.millrace.server.registry.tenant.TenantDeleted;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/**
 * Looks for deleted tenants and entities at the start and periodically. Publishes {@link TenantDeleted} for tenants that
 * another instance has deleted, and erases the data of what is deleted, which may take hours; only one instance erases at
 * a time.
 */
@Component
final class ErasureLifecycle implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(ErasureLifecycle.class);
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    /**
     * How long a cached answer or a running lookup may still admit a device of a deleted tenant; the event is repeated
     * until then.
     */
    private static final Duration LONGEST_MEMORY = Duration.ofMinutes(2);

    /** Key of the advisory lock, unique in this database. */
    static final long LOCK = 0x6d72_6572_6173_6572L;

    private final DeletedTenants tenants;
    private final Erasure erasure;
    private final ClusterLock lock;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final Set<TenantId> announced = new HashSet<>();
    private final PeriodicTask announcements =
            new PeriodicTask("deleted-tenants", INTERVAL, this::announce);
    private final PeriodicTask erasures = new PeriodicTask("erasure", INTERVAL, this::erase);

    ErasureLifecycle(
            DeletedEntities entities,
            DeletedTenants tenants,
            StoredData data,
            DataSource dataSource,
            ApplicationEventPublisher events,
            Clock clock) {
        this.tenants = tenants;
        this.erasure = new Erasure(entities, tenants, data, clock);
        this.lock = new ClusterLock(dataSource, LOCK);
        this.events = events;
        this.clock = clock;
    }

    @Override
    public void start() {
        announcements.start(Duration.ZERO);
        erasures.start(Duration.ZERO);
    }

    /** Looks soon. */
    void wake() {
        announcements.wake();
        erasures.wake();
    }

    private void announce() {
        try {
            List<Deleted> all = tenants.all();
            announced.retainAll(all.stream().map(Deleted::tenant).toList());
            Instant fresh = clock.instant().minus(LONGEST_MEMORY);
            for (Deleted deleted : all) {
                if (announced.add(deleted.tenant()) || deleted.time().isAfter(fresh)) {
                    events.publishEvent(new TenantDeleted(deleted.tenant()));
                }
            }
        } catch (DataAccessResourceFailureException away) {
            // StorageHealth logs the outage.
            log.debug("Cannot look for deleted tenants: {}", away.getMessage());
        }
    }

    private void erase() throws InterruptedException {
        try {
            lock.runIfFree(erasure::advance);
        } catch (DataAccessResourceFailureException | SQLException away) {
            // StorageHealth logs the outage.
            log.debug("Cannot erase the data of what is deleted: {}", away.getMessage());
            erasure.databaseWasAway();
        }
    }

    @Override
    public void stop() {
        announcements.stop();
        erasures.stop();
    }

    @Override
    public boolean isRunning() {
        return erasures.isRunning();
    }
}
