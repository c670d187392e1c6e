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
 * Erases the stored data of deleted tenants: once soon after the deletion, and again after {@link #LONGEST_WAY},
 * because messages that were running may have stored more data meanwhile. After each step another process can continue
 * the erasure. Used by one thread.
 */
final class Erasure {

    /** The longest time for which a message of a deleted tenant can still run after the deletion or a restart. */
    static final Duration LONGEST_WAY = Duration.ofMinutes(15);

    private static final Logger log = LoggerFactory.getLogger(Erasure.class);
    private static final int ENTITIES_AT_ONCE = 200;

    private final DeletedTenants tenants;
    private final StoredData data;
    private final Clock clock;

    /** Start of the period without an outage, in which messages can run to their end. */
    private Instant begin;

    /** An erasure in a process that is starting. */
    Erasure(DeletedTenants tenants, StoredData data, Clock clock) {
        this.tenants = tenants;
        this.data = data;
        this.clock = clock;
        this.begin = clock.instant();
    }

    /** Notes an outage of the database. Running messages wait during an outage and continue after it. */
    void databaseWasAway() {
        begin = clock.instant();
    }

    /** Erases what can be erased now. Returns early if the thread is interrupted. */
    void advance() {
        for (Deleted deleted : tenants.all()) {
            advance(deleted);
        }
    }

    private void advance(Deleted deleted) {
        TenantId tenant = deleted.tenant();
        data.eraseDeliveries(tenant);
        data.eraseAlarms(tenant);
        data.eraseDroppedEvents(tenant);
        data.eraseHistory(tenant);
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
