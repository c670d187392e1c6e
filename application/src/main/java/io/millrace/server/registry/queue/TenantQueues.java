// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The queues that isolated tenants have for themselves. They are rows beside those that all tenants share, one for each
 * tenant and name, and follow the tenant's profile: made, changed and deleted in the transaction that changes it.
 */
@Component
public final class TenantQueues {

    private final QueueRepository queues;
    private final ApplicationEventPublisher events;

    TenantQueues(QueueRepository queues, ApplicationEventPublisher events) {
        this.queues = queues;
        this.events = events;
    }

    /**
     * Gives tenants the queues that their profile describes and no others, in the caller's transaction; this instance
     * follows once it is committed. A queue that a tenant has already keeps its id, topic and partitions.
     *
     * @param tenants those of the profile; the caller keeps them from getting another one until the transaction ends
     * @param described none where the tenants share the queues of the installation
     * @return sentences about what was described otherwise and stays as it is
     * @throws ApiException (400) if somebody else's queue has the topic of one of these
     */
    public Set<String> provide(Collection<TenantId> tenants, List<QueueDocument> described) {
        Map<TenantId, Map<String, Queue>> stored =
                queues.ofTenants(tenants).stream()
                        .collect(
                                groupingBy(
                                        Queue::tenantId,
                                        toMap(
                                                queue -> queue.document().name(),
                                                Function.identity())));
        Set<String> kept = new TreeSet<>();
        boolean changed = false;
        for (TenantId tenant : tenants) {
            changed |= provide(tenant, described, stored.getOrDefault(tenant, Map.of()), kept);
        }
        if (changed) {
            announceOnceCommitted();
        }
        return kept;
    }

    private boolean provide(
            TenantId tenant,
            List<QueueDocument> described,
            Map<String, Queue> stored,
            Set<String> kept) {
        Map<String, Queue> left = new HashMap<>(stored);
        boolean changed = false;
        for (QueueDocument document : described) {
            QueueDocument wanted = document.ofTenant(tenant);
            Queue there = left.remove(document.name());
            if (there == null) {
                add(tenant, wanted);
                changed = true;
            } else {
                QueueDocument next = keepingPlace(document, wanted, there.document(), kept);
                if (!next.equals(there.document())) {
                    queues.update(there, next);
                    changed = true;
                }
            }
        }
        left.values().forEach(queue -> queues.delete(queue.id()));
        return changed || !left.isEmpty();
    }

    private void add(TenantId tenant, QueueDocument document) {
        try {
            queues.add(tenant, document);
        } catch (DuplicateKeyException _) {
            throw ApiException.badRequest(
                    "another queue has the topic '%s' already, or one that differs in nothing but '.' and '_'"
                            .formatted(document.topic()));
        }
    }

    private static QueueDocument keepingPlace(
            QueueDocument described, QueueDocument wanted, QueueDocument there, Set<String> kept) {
        if (wanted.partitions() != there.partitions()) {
            kept.add(
                    "queue %s: tenants that have it keep its %d partitions, or originators would change theirs; tenants to come get %d"
                            .formatted(there.name(), there.partitions(), wanted.partitions()));
        }
        if (!wanted.topic().equals(there.topic())) {
            kept.add(
                    "queue %s: tenants that have it keep its topic; for tenants to come it is %s"
                            .formatted(there.name(), described.topic()));
        }
        return wanted.at(there.topic(), there.partitions());
    }

    private void announceOnceCommitted() {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        events.publishEvent(new QueuesChanged());
                    }
                });
    }
}
