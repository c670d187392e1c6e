// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.id.EntityId;
import java.util.ArrayDeque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one order key inside a partition, mostly one originator's: those of its messages that wait, in their
 * order, and how many are under way. Guarded by the partition's lock.
 */
final class Lane {

    final EntityId key;
    final LanePartition partition;

    /** Deliveries under way that have a place in the room. */
    int running;

    /** Deliveries that were started and have not ended, whatever became of their attempts. */
    int undecided;

    /** In whose line it waits for its first message, or null. */
    @Nullable ChainRoom lined;

    private final ArrayDeque<Delivery> waiting = new ArrayDeque<>(0);
    private long bytes;

    Lane(EntityId key, LanePartition partition) {
        this.key = key;
        this.partition = partition;
    }

    boolean isIdle() {
        return undecided == 0 && waiting.isEmpty();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    /** Bytes that wait. */
    long bytes() {
        return bytes;
    }

    void add(Delivery delivery) {
        waiting.add(delivery);
        bytes += delivery.size();
    }

    /** Puts a delivery that was started before in front of those that were not. */
    void addFirst(Delivery delivery) {
        waiting.addFirst(delivery);
        bytes += delivery.size();
    }

    /** The first that waits, or null. */
    @Nullable Delivery first() {
        return waiting.peek();
    }

    Stream<Delivery> stream() {
        return waiting.stream();
    }

    Delivery remove() {
        Delivery delivery = waiting.remove();
        bytes -= delivery.size();
        return delivery;
    }
}
