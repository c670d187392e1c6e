// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import io.millrace.message.id.TenantId;
import io.millrace.server.registry.deletion.DeletedTenants.Deleted;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Erases the stored data of deleted entities and tenants: once soon after the deletion, and again after {@link
 * #LONGEST_WAY}, because messages that were running may have stored more data meanwhile. After each step another
 * process can continue the erasure. Used by one thread.
 */
final class Erasure {

    /**
     * How long messages are waited for that were running at the deletion or at a restart. All of a deleted tenant end
     * earlier, because they find no rule chain; those of a deleted entity may wait longer in a node.
     */
    static final Duration LONGEST_WAY = Duration.ofMinutes(15);

    private static final Logger log = LoggerFactory.getLogger(Erasure.class);
    private static final int ENTITIES_AT_ONCE = 200;

    private final DeletedEntities entities;
    private final DeletedTenants tenants;
    private final StoredData data;
    private final Clock clock;

    /** Start of the period without an outage, in which messages can run to their end. */
    private Instant begin;

    /** An erasure in a process that is starting. */
    Erasure(DeletedEntities entities, DeletedTenants tenants, StoredData data, Clock clock) {
        this.entities = entities;
        this.tenants = tenants;
        this.data = data;
        this.clock = clock;
        this.begin = clock.instant();
    }

    /** Notes an outage of the database. Running messages wait during an outage and continue after it. */
    void databaseWasAway() {
        begin = clock.instant();
    }

    /**
     * Erases what can be erased now.
     *
     * @throws InterruptedException if the thread is interrupted; another call continues
     */
    void advance() throws InterruptedException {
        List<Deleted> deleted = tenants.all();
        for (Deleted each : deleted) {
            eraseRowsOf(each.tenant());
        }
        int count = eraseEntities(() -> entities.notErased(ENTITIES_AT_ONCE), entities::erased);
        if (count > 0) {
            log.info("Erased the data of deleted entities: {}", count);
        }
        Instant ended = clock.instant().minus(LONGEST_WAY);
        if (begin.isAfter(ended)) {
            return;
        }
        eraseEntities(() -> entities.erasedUntil(ended, ENTITIES_AT_ONCE), entities::forget);
        deleted.stream().filter(each -> !each.time().isAfter(ended)).forEach(this::forget);
    }

    private void eraseRowsOf(TenantId tenant) throws InterruptedException {
        data.eraseDeliveries(tenant);
        data.eraseAlarms(tenant);
        data.eraseDroppedEvents(tenant);
        data.eraseHistory(tenant);
    }

    /** Returns the number of entities. */
    private int eraseEntities(Supplier<List<UUID>> next, Consumer<List<UUID>> done)
            throws InterruptedException {
        int count = 0;
        List<UUID> page = next.get();
        while (!page.isEmpty()) {
            data.eraseEntities(page);
            done.accept(page);
            count += page.size();
            page = next.get();
        }
        return count;
    }

    private void forget(Deleted deleted) {
        TenantId tenant = deleted.tenant();
        if (!entities.anyOf(tenant)) {
            data.eraseDictionaries(tenant);
            tenants.forget(tenant);
            log.info("Erased all data of tenant {}", tenant);
        }
    }
}
