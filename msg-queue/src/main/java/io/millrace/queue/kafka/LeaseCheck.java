// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks periodically whether the leases of this instance are still valid. An instance that owned a partition for a
 * moment may have raised its epoch later than its present owner, since the group and the database are asked one after
 * the other. The database then refuses the writes of the present owner until it raises the epoch again. Used by the
 * reader's thread; the database's answer comes back as a task of that thread.
 */
final class LeaseCheck {

    private static final Logger log = LoggerFactory.getLogger(LeaseCheck.class);
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final PartitionStores stores;
    private final Consumer<Runnable> reader;
    private final Consumer<Lease> over;
    private boolean running;
    private long next = System.nanoTime();

    /**
     * @param reader runs tasks in the reader's thread
     * @param over called in that thread for each lease that has ended
     */
    LeaseCheck(PartitionStores stores, Consumer<Runnable> reader, Consumer<Lease> over) {
        this.stores = stores;
        this.reader = reader;
        this.over = over;
    }

    void runIfDue(Collection<PartitionReader> readers) {
        if (running || readers.isEmpty() || System.nanoTime() - next < 0) {
            return;
        }
        running = true;
        next = System.nanoTime() + INTERVAL.toNanos();
        List<Lease> held = readers.stream().map(PartitionReader::lease).toList();
        Thread.ofVirtual()
                .name("queue-lease-check")
                .start(() -> {
                    Set<Lease> lost = ask(held);
                    reader.accept(() -> {
                        running = false;
                        lost.forEach(over);
                    });
                });
    }

    private Set<Lease> ask(List<Lease> held) {
        try {
            return stores.over(held);
        } catch (RuntimeException e) {
            log.warn(
                    "Cannot check the leases of {} partitions; retrying in {} s",
                    held.size(),
                    INTERVAL.toSeconds(),
                    e);
            return Set.of();
        }
    }
}
