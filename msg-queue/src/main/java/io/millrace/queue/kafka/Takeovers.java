// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes partitions ours in the database once the group has given them to us, as often as it takes. Belongs to the reader's
 * thread, which never waits for the database: its answers come back as tasks of that thread.
 */
final class Takeovers {

    private static final Logger log = LoggerFactory.getLogger(Takeovers.class);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

    private final PartitionStores stores;
    private final Consumer<Runnable> reader;

    /** The turn of each partition that is being taken over; answers of former turns count no more. */
    private final Map<TopicPartition, Long> turns = new HashMap<>();

    private final Map<TopicPartition, Taken> taken = new HashMap<>();
    private long lastTurn;

    /** What a partition needs to be opened, as the database told it. */
    record Taken(Lease lease, InFlightStore inFlight, List<InFlight> left) {}

    /**
     * @param reader runs tasks in the reader's thread
     */
    Takeovers(PartitionStores stores, Consumer<Runnable> reader) {
        this.stores = stores;
        this.reader = reader;
    }

    /** Begins to take a partition over, anew if that was under way. */
    void begin(TopicPartition partition) {
        long turn = ++lastTurn;
        turns.put(partition, turn);
        taken.remove(partition);
        ask(partition, turn);
    }

    private void ask(TopicPartition partition, long turn) {
        Thread.ofVirtual()
                .name("queue-takeover-" + partition)
                .start(() -> {
                    try {
                        Lease lease = stores.takeOver(partition.topic(), partition.partition());
                        InFlightStore inFlight = stores.inFlight(lease);
                        Taken answer = new Taken(lease, inFlight, inFlight.all());
                        reader.accept(() -> answered(partition, turn, answer));
                    } catch (RuntimeException e) {
                        log.error("expected to take over {}, will try again, but", partition, e);
                        LockSupport.parkNanos(PAUSE_AFTER_ERROR.toNanos());
                        reader.accept(() -> askAgain(partition, turn));
                    }
                });
    }

    private void askAgain(TopicPartition partition, long turn) {
        if (isWanted(partition, turn)) {
            ask(partition, turn);
        }
    }

    private void answered(TopicPartition partition, long turn, Taken answer) {
        if (isWanted(partition, turn)) {
            taken.put(partition, answer);
        }
    }

    private boolean isWanted(TopicPartition partition, long turn) {
        return Long.valueOf(turn).equals(turns.get(partition));
    }

    /** Those that the database has made ours, and that nobody has given up since. */
    Map<TopicPartition, Taken> taken() {
        return Map.copyOf(taken);
    }

    /** Thinks of them no more: they are open, or somebody else's. */
    void giveUp(Collection<TopicPartition> partitions) {
        partitions.forEach(turns::remove);
        partitions.forEach(taken::remove);
    }
}
