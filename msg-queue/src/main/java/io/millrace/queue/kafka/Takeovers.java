// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.kafka.PartitionStores.LogEnd;
import io.millrace.queue.lane.Left;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes partitions over in the database after the group has assigned them to this instance, and retries until that
 * succeeds. Used by the reader's thread, which never waits for the database: its answers come back as tasks of that
 * thread.
 */
final class Takeovers {

    private static final Logger log = LoggerFactory.getLogger(Takeovers.class);
    private static final Duration PAUSE_AFTER_ERROR = Duration.ofSeconds(1);

    private static final int MOST_FOR_WRITES = 5;

    /** Bytes of the messages that a takeover keeps in memory; the others are loaded when they run. */
    private static final long MESSAGES_KEPT = 256 << 10;

    private final PartitionStores stores;
    private final Function<String, Map<TopicPartition, Long>> logEnds;
    private final Consumer<Runnable> reader;
    private final GroupMembership membership;

    /**
     * Number of the latest attempt for each partition that is being taken over; answers to earlier ones are ignored.
     */
    private final Map<TopicPartition, Long> turns = new HashMap<>();

    private final Map<TopicPartition, Taken> taken = new HashMap<>();
    private long lastTurn;

    /** What the database returned of a partition: everything that is needed to open it. */
    record Taken(
            Lease lease,
            InFlightStore inFlight,
            List<Left> left,
            Map<TopicPartition, Long> logEnds,
            List<LogEnd> takeovers) {}

    /**
     * @param logEnds returns where the logs end now into which deliveries of a topic may write; blocks
     * @param reader runs tasks in the reader's thread
     * @param membership used in that thread
     */
    Takeovers(
            PartitionStores stores,
            Function<String, Map<TopicPartition, Long>> logEnds,
            Consumer<Runnable> reader,
            GroupMembership membership) {
        this.stores = stores;
        this.logEnds = logEnds;
        this.reader = reader;
        this.membership = membership;
    }

    /** Begins to take a partition over; a takeover that is running begins again. */
    void begin(TopicPartition partition) {
        beginAfter(CompletableFuture.completedFuture(null), partition);
    }

    /**
     * The same, after writes that are made under the present leases have ended, but at most {@value #MOST_FOR_WRITES} s
     * later: a takeover ends the lease.
     */
    void beginAfter(CompletableFuture<Void> writes, TopicPartition partition) {
        long turn = ++lastTurn;
        turns.put(partition, turn);
        taken.remove(partition);
        ask(partition, turn, writes);
    }

    private void ask(TopicPartition partition, long turn, CompletableFuture<Void> writes) {
        Thread.ofVirtual()
                .name("queue-takeover-" + partition)
                .start(() -> {
                    try {
                        writes.copy()
                                .orTimeout(MOST_FOR_WRITES, TimeUnit.SECONDS)
                                .exceptionally(_ -> null)
                                .join();
                        Taken answer = take(partition, turn);
                        if (answer != null) {
                            reader.accept(() -> answered(partition, turn, answer));
                        }
                    } catch (RuntimeException e) {
                        log.error(
                                "Cannot take over partition {}; its deliveries wait, retrying in {} s",
                                partition,
                                PAUSE_AFTER_ERROR.toSeconds(),
                                e);
                        LockSupport.parkNanos(PAUSE_AFTER_ERROR.toNanos());
                        reader.accept(() -> askAgain(partition, turn));
                    }
                });
    }

    /** Returns null if the partition is no longer this instance's. */
    private @Nullable Taken take(TopicPartition partition, long turn) {
        String topic = partition.topic();
        int number = partition.partition();
        Lease lease = stores.takeOver(topic, number);
        // Not before: until then the former owner may end deliveries, and what these have written
        // is behind no end.
        Map<TopicPartition, Long> ends = logEnds.apply(topic);
        if (!isOwner(partition, turn)) {
            log.info("Partition {} has moved to another instance during the takeover", partition);
            return null;
        }
        stores.keepLogEnds(lease, ends);
        InFlightStore inFlight = stores.inFlight(lease);
        Left.Pages left = new Left.Pages(MESSAGES_KEPT);
        inFlight.read(left);
        return new Taken(lease, inFlight, left.all(), ends, stores.takeovers(topic, number));
    }

    /**
     * Asks the group after the ends of the logs were read. An instance that was paused may take over a partition that
     * belongs to another one by now. That one goes on until it notices that its lease is over, and what its deliveries
     * write meanwhile would count as late if these ends were kept.
     */
    private boolean isOwner(TopicPartition partition, long turn) {
        CompletableFuture<Boolean> owner = new CompletableFuture<>();
        reader.accept(() -> {
            if (isWanted(partition, turn)) {
                var _ =
                        membership
                                .confirm(partition)
                                .whenComplete((is, error) -> {
                                    if (error == null) {
                                        owner.complete(is);
                                    } else {
                                        owner.completeExceptionally(error);
                                    }
                                });
            } else {
                owner.complete(false);
            }
        });
        return owner.join();
    }

    private void askAgain(TopicPartition partition, long turn) {
        if (isWanted(partition, turn)) {
            ask(partition, turn, CompletableFuture.completedFuture(null));
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

    /** Partitions that are taken over and neither opened nor revoked yet. */
    Map<TopicPartition, Taken> taken() {
        return Map.copyOf(taken);
    }

    /** Forgets partitions that are open now, or were revoked. */
    void giveUp(Collection<TopicPartition> partitions) {
        partitions.forEach(turns::remove);
        partitions.forEach(taken::remove);
        membership.giveUp(partitions);
    }
}
