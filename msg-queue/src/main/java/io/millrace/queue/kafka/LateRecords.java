// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.kafka.PartitionStores.LogEnd;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds the late records of one partition: those that a delivery has created under a lease that had ended when the
 * record reached the log. The brokers take such records from an instance that was paused, or whose records waited for
 * the brokers. The new owner of the delivery creates its messages again, and later ones, so a late record would run
 * after newer messages of its originator.
 *
 * <p>A record is late if it stands at or behind the end that this log had at a later takeover of the partition of its
 * delivery. All records that a former owner has written and counts as ended stand before that end, because the group
 * assigns a partition only after its former owner has committed for the last time. Used by one thread.
 */
final class LateRecords {

    /** Number of takeovers that are kept of each partition. A record is rarely late by more than one. */
    static final int KEPT_TAKEOVERS = 8;

    /** The ends of this log by the epochs of takeovers. */
    private final Map<TopicPartition, TreeMap<Long, Long>> ends = new HashMap<>();

    LateRecords(Collection<LogEnd> known) {
        known.forEach(this::add);
    }

    void add(LogEnd takeover) {
        Lease lease = takeover.lease();
        TreeMap<Long, Long> ofPartition =
                ends.computeIfAbsent(
                        new TopicPartition(lease.topic(), lease.partition()), _ -> new TreeMap<>());
        ofPartition.merge(lease.epoch(), takeover.end(), Math::min);
        if (ofPartition.size() > KEPT_TAKEOVERS) {
            ofPartition.pollFirstEntry();
        }
    }

    /**
     * Decides whether a record is late. Called for the records in the order of the log.
     *
     * @param source the lease under which it was created
     */
    boolean isLate(Lease source, long offset) {
        TreeMap<Long, Long> known =
                ends.get(new TopicPartition(source.topic(), source.partition()));
        if (known == null || known.lastKey() < source.epoch()) {
            // The first record of a new owner shows the takeover.
            add(new LogEnd(source, offset));
            return false;
        }
        Map.Entry<Long, Long> next = known.higherEntry(source.epoch());
        return next != null && next.getValue() <= offset;
    }
}
