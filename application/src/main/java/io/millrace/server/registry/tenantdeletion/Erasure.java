// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantdeletion;

import io.millrace.message.id.TenantId;
import io.millrace.server.registry.tenantdeletion.DeletedTenants.Deleted;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases what deleted tenants have stored: all of it at once, and once more when {@link #LONGEST_WAY} has passed, since
 * messages that were under way may have stored something meanwhile. Each step leaves the database such that another
 * process can go on from there. Used by one thread.
 */
final class Erasure {

    /** No message of a deleted tenant is under way that long after the deletion, or after a restart. */
    static final Duration LONGEST_WAY = Duration.ofMinutes(15);

    private static final Logger log = LoggerFactory.getLogger(Erasure.class);
    private static final int ENTITIES_AT_ONCE = 200;

    private final DeletedTenants tenants;
    private final StoredData data;
    private final Clock clock;

    /** Since when messages have been able to go on and end. */
    private Instant begin;

    /** An erasure in a process that starts now. */
    Erasure(DeletedTenants tenants, StoredData data, Clock clock) {
        this.tenants = tenants;
        this.data = data;
        this.clock = clock;
        this.begin = clock.instant();
    }

    /** The database was away: messages that are under way stand still then, and go on now. */
    void databaseWasAway() {
        begin = clock.instant();
    }

    /** Does what can be done now. Ends early where the thread is interrupted. */
    void advance() {
        for (Deleted deleted : tenants.all()) {
            advance(deleted);
        }
    }

    private void advance(Deleted deleted) {
        TenantId tenant = deleted.tenant();
        data.eraseDeliveries(tenant);
        data.eraseAlarms(tenant);
        eraseEntities(tenant, false, entities -> tenants.erased(tenant, entities));
        Instant since = deleted.time().isAfter(begin) ? deleted.time() : begin;
        if (since.plus(LONGEST_WAY).isAfter(clock.instant())) {
            return;
        }
        eraseEntities(tenant, true, entities -> tenants.forget(tenant, entities));
        if (!Thread.currentThread().isInterrupted()) {
            data.eraseDictionaries(tenant);
            tenants.forget(tenant);
            log.info("Erased all data of tenant {}", tenant);
        }
    }

    private void eraseEntities(TenantId tenant, boolean again, Consumer<List<UUID>> done) {
        List<UUID> entities = tenants.entities(tenant, again, ENTITIES_AT_ONCE);
        while (!entities.isEmpty() && !Thread.currentThread().isInterrupted()) {
            data.eraseEntities(entities);
            done.accept(entities);
            entities = tenants.entities(tenant, again, ENTITIES_AT_ONCE);
        }
    }
}
