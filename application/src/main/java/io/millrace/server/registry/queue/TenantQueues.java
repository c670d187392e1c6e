// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.AfterCommit;
import io.millrace.server.web.api.ApiException;
import java.util.ArrayList;
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
     * follows once it is committed. A queue that a tenant has already keeps its id and topic.
     *
     * @param tenants those of the profile; the caller keeps them from getting another one until the transaction ends
     * @param described none where the tenants share the queues of the installation
     * @return sentences about topics that stay as they are, and about numbers of partitions that change
     * @throws ApiException (400) if another queue has the topic of one of these
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
        Set<String> warnings = new TreeSet<>();
        List<PartitionChange> partitions = new ArrayList<>();
        boolean changed = false;
        for (TenantId tenant : tenants) {
            Map<String, Queue> there = stored.getOrDefault(tenant, Map.of());
            changed |= provide(tenant, described, there, warnings, partitions);
        }
        if (changed) {
            announceOnceCommitted(partitions);
        }
        return warnings;
    }

    private boolean provide(
            TenantId tenant,
            List<QueueDocument> described,
            Map<String, Queue> stored,
            Set<String> warnings,
            List<PartitionChange> partitions) {
        Map<String, Queue> left = new HashMap<>(stored);
        boolean changed = false;
        for (QueueDocument document : described) {
            QueueDocument wanted = document.ofTenant(tenant);
            Queue there = left.remove(document.name());
            if (there == null) {
                add(tenant, wanted);
                changed = true;
            } else {
                QueueDocument next = keepingTopic(document, wanted, there.document(), warnings);
                if (!next.equals(there.document())) {
                    PartitionChange change = update(there, next);
                    change.warnings()
                            .forEach(told ->
                                    warnings.add("queue %s: %s".formatted(next.name(), told)));
                    partitions.add(change);
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

    private PartitionChange update(Queue stored, QueueDocument next) {
        PartitionChange change = new PartitionChange(stored, next, queues);
        change.requirePossible();
        try {
            queues.update(stored, next);
        } catch (DuplicateKeyException _) {
            throw change.topicTaken();
        }
        return change;
    }

    private static QueueDocument keepingTopic(
            QueueDocument described,
            QueueDocument wanted,
            QueueDocument there,
            Set<String> warnings) {
        if (!wanted.topic().equals(there.topic())) {
            warnings.add(
                    "queue %s: tenants that have it keep its topic; for tenants to come it is %s"
                            .formatted(there.name(), described.topic()));
        }
        return wanted.at(there.topic(), wanted.partitions());
    }

    private void announceOnceCommitted(List<PartitionChange> partitions) {
        AfterCommit.run(() -> {
            partitions.forEach(PartitionChange::log);
            events.publishEvent(new QueuesChanged());
        });
    }
}
