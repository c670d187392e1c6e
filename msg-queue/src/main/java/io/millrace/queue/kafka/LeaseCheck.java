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
 * Looks from time to time whether our leases still count. Somebody who had a partition for a moment may have raised its epoch
 * after us, since the group and the database are asked one after the other; then nothing that we write for it counts, until we
 * raise it again. Belongs to the reader's thread; the database's answer comes back as a task of that thread.
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
     * @param over told there of each lease that is over
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
            log.warn("expected to check the leases of partitions, but", e);
            return Set.of();
        }
    }
}
