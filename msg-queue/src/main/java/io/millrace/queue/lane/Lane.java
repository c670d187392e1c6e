// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.id.EntityId;
import java.util.ArrayDeque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one order key, usually one originator, inside a partition: the waiting messages in their order, and the
 * number of those under way. Guarded by the partition's lock.
 */
final class Lane {

    final EntityId key;
    final LanePartition partition;

    /** Deliveries under way that hold a place in the room. */
    int running;

    /** Deliveries that were started and have not ended, with or without a running attempt. */
    int undecided;

    /** The chain in whose line this lane waits with its first message, or null. */
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

    /** Bytes of the waiting deliveries. */
    long bytes() {
        return bytes;
    }

    void add(Delivery delivery) {
        waiting.add(delivery);
        bytes += delivery.size();
    }

    /** Puts a delivery that was started before ahead of those that were not. */
    void addFirst(Delivery delivery) {
        waiting.addFirst(delivery);
        bytes += delivery.size();
    }

    /** The first waiting delivery, or null. */
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
