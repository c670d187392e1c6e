// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands partitions over so that their new owner repeats no delivery that has ended here. Used by the poll loop, which waits
 * for running deliveries, for a moment.
 */
final class HandOver {

    private static final Logger log = LoggerFactory.getLogger(HandOver.class);
    private static final Duration REST_CHECK = Duration.ofMillis(5);

    private final ProgressCommits commits;
    private final Duration atTheEnd;

    /** @param atTheEnd how long running deliveries have to end when the process ends */
    HandOver(ProgressCommits commits, Duration atTheEnd) {
        this.commits = commits;
        this.atTheEnd = atTheEnd;
    }

    /** Gives up all deliveries of the partitions; completes when those that have not ended are stored. */
    static CompletableFuture<Void> ofAll(Collection<PartitionReader> leaving) {
        return CompletableFuture.allOf(
                leaving.stream().map(PartitionReader::handOver).toArray(CompletableFuture[]::new));
    }

    /**
     * Hands partitions over in a rebalance. This takes no longer than {@link ReaderLimits#REBALANCE} in all, because the
     * partitions that stay are not read meanwhile: running deliveries have half of it to end, and their new owner repeats
     * those that do not.
     *
     * @return completes when all deliveries that have not ended are stored, which may be after the return
     */
    CompletableFuture<Void> inRebalance(Map<TopicPartition, PartitionReader> leaving) {
        return run(
                leaving,
                ReaderLimits.REBALANCE.dividedBy(2),
                ReaderLimits.REBALANCE,
                ReaderLimits.LEAST_CALL);
    }

    /** Hands all partitions over when the process ends. */
    CompletableFuture<Void> atTheEnd(Map<TopicPartition, PartitionReader> leaving) {
        return run(leaving, atTheEnd, atTheEnd.plus(ReaderLimits.CALL), ReaderLimits.CALL);
    }

    /**
     * @param toEnd how long running deliveries have to end
     * @param inAll how long everything may take
     * @param leastCall what a call gets even if nothing is left of that
     */
    private CompletableFuture<Void> run(
            Map<TopicPartition, PartitionReader> leaving,
            Duration toEnd,
            Duration inAll,
            Duration leastCall) {
        long begun = System.nanoTime();
        List<CompletableFuture<Void>> stored = new ArrayList<>();
        leaving.values().forEach(reader -> stored.add(reader.handOverWaiting()));
        while (System.nanoTime() - begun < toEnd.toNanos()
                && !leaving.values().stream().allMatch(PartitionReader::isAtRest)) {
            LockSupport.parkNanos(REST_CHECK.toNanos());
        }
        stored.add(ofAll(leaving.values()));
        CompletableFuture<Void> kept =
                CompletableFuture.allOf(stored.toArray(CompletableFuture[]::new));
        kept.copy()
                .orTimeout(left(begun, inAll, leastCall).toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(error -> {
                    log.warn(
                            "Unfinished deliveries of {} are not stored yet at the end of the hand-over",
                            PartitionNames.of(leaving.keySet()),
                            error);
                    return null;
                })
                .join();
        commits.commitLast(leaving, left(begun, inAll, leastCall));
        return kept;
    }

    private static Duration left(long begun, Duration inAll, Duration least) {
        Duration left = inAll.minusNanos(System.nanoTime() - begun);
        return left.compareTo(least) < 0 ? least : left;
    }
}
