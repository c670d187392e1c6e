// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueRegistry;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.queue.QueueRepository.Definitions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

/** Brings the queues of this instance to what the database says. */
@Component
public final class QueueDefinitions {

    private static final Logger log = LoggerFactory.getLogger(QueueDefinitions.class);

    private final QueueRepository queues;
    private final QueueRegistry registry;
    private final DatabaseLookups lookups;
    private @Nullable Definitions last;

    QueueDefinitions(QueueRepository queues, QueueRegistry registry, DatabaseLookups lookups) {
        this.queues = queues;
        this.registry = registry;
        this.lookups = lookups;
    }

    /** Brings them there before it returns; where the database is away, as soon as it is back. */
    public void reload() {
        try {
            replace();
        } catch (DataAccessResourceFailureException away) {
            log.warn(
                    "Cannot read the queue definitions; retrying when the database is available: {}",
                    away.getMessage());
            Object _ =
                    lookups.runUntilAnswered(TenantId.SYSTEM, this::replace)
                            .exceptionally(failure -> {
                                log.error("Cannot read the queue definitions", failure);
                                return false;
                            });
        }
    }

    /** One after the other: what was read later is never replaced by what was read before. */
    private synchronized boolean replace() {
        Definitions now = queues.definitions();
        if (!now.equals(last)) {
            registry.replace(now.present(), now.retired());
            last = now;
        }
        return true;
    }

    @EventListener
    void on(QueuesChanged event) {
        reload();
    }
}
