// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.message.id.TenantId;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The shared stores of a cluster of queues in this process: epochs, and deliveries in flight. */
public final class FencedStores implements PartitionStores {

    private final Map<TopicPartition, Long> epochs = new HashMap<>();
    private final Map<TopicPartition, List<LogEnd>> takeovers = new HashMap<>();
    private final Map<TopicPartition, Map<UUID, InFlight>> rows = new HashMap<>();

    @Override
    public synchronized Lease takeOver(String topic, int partition) {
        return new Lease(
                topic,
                partition,
                epochs.merge(new TopicPartition(topic, partition), 1L, Long::sum));
    }

    @Override
    public synchronized void keepLogEnds(Lease lease, Map<TopicPartition, Long> logEnds) {
        logEnds.forEach((log, end) ->
                takeovers.computeIfAbsent(log, _ -> new ArrayList<>()).add(new LogEnd(lease, end)));
    }

    @Override
    public synchronized List<LogEnd> takeovers(String topic, int partition) {
        return List.copyOf(takeovers.getOrDefault(new TopicPartition(topic, partition), List.of()));
    }

    /** Whether what is written under a lease counts. */
    public synchronized boolean isValid(Lease lease) {
        return Objects.equals(epochs.get(partitionOf(lease)), lease.epoch());
    }

    @Override
    public synchronized Set<Lease> over(Collection<Lease> leases) {
        return leases.stream().filter(lease -> !isValid(lease)).collect(Collectors.toSet());
    }

    private static TopicPartition partitionOf(Lease lease) {
        return new TopicPartition(lease.topic(), lease.partition());
    }

    @Override
    public Set<TenantId> shareOverloaded(Set<TenantId> here) {
        return Set.of();
    }

    /** All deliveries in flight, of all partitions. */
    public synchronized List<InFlight> all() {
        return rows.values().stream().flatMap(each -> each.values().stream()).toList();
    }

    @Override
    public InFlightStore inFlight(Lease lease) {
        return new InFlightStore() {
            @Override
            public CompletionStage<Void> put(InFlight delivery) {
                return change(lease, all -> all.put(delivery.deliveryId(), delivery));
            }

            @Override
            public CompletionStage<Void> remove(UUID deliveryId) {
                return change(lease, all -> all.remove(deliveryId));
            }

            @Override
            public CompletionStage<@Nullable RuleMessage> load(UUID deliveryId) {
                synchronized (FencedStores.this) {
                    InFlight stored = rowsOf(lease).get(deliveryId);
                    return CompletableFuture.completedStage(
                            stored == null ? null : stored.message());
                }
            }

            @Override
            public void read(Consumer<List<InFlight>> page) {
                List<InFlight> all;
                synchronized (FencedStores.this) {
                    all = List.copyOf(rowsOf(lease).values());
                }
                page.accept(all);
            }
        };
    }

    private Map<UUID, InFlight> rowsOf(Lease lease) {
        return rows.computeIfAbsent(partitionOf(lease), _ -> new TreeMap<>());
    }

    private synchronized CompletionStage<Void> change(
            Lease lease, Consumer<Map<UUID, InFlight>> change) {
        if (!isValid(lease)) {
            return CompletableFuture.failedStage(new LeaseOverException(lease));
        }
        change.accept(rowsOf(lease));
        return CompletableFuture.completedStage(null);
    }
}
