// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.id.EntityId;
import io.millrace.queue.lane.room.Claim;
import java.util.ArrayDeque;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The queue of one order key, usually one originator, inside a partition: the waiting messages in their order, and the
 * number of those under way. Guarded by the partition's lock.
 */
final class Lane {

    private final EntityId key;

    /** Deliveries with an attempt under way. */
    private int running;

    /** Deliveries that were started and have not ended, with or without a running attempt. */
    private int undecided;

    /** The claim to room for the first message that stands in a chain's line, or null. */
    private @Nullable Claim claim;

    /** True while the message is being loaded that starts next; no other may start before it. */
    private boolean loading;

    private final ArrayDeque<Delivery> waiting = new ArrayDeque<>(0);
    private long bytes;

    Lane(EntityId key) {
        this.key = key;
    }

    EntityId key() {
        return key;
    }

    int running() {
        return running;
    }

    boolean isUndecided() {
        return undecided > 0;
    }

    boolean isIdle() {
        return undecided == 0 && !loading && waiting.isEmpty();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    boolean hasClaim() {
        return claim != null;
    }

    void claim(Claim lined) {
        claim = lined;
    }

    void claimAdmitted() {
        claim = null;
    }

    boolean isLoading() {
        return loading;
    }

    /** Notes whether the message that starts next is being loaded. */
    void loading(boolean now) {
        loading = now;
    }

    /** Notes that an attempt has begun. */
    void begun() {
        running++;
        undecided++;
    }

    /** Notes that an attempt is over. */
    void left() {
        running--;
    }

    /** Notes that a delivery has ended, or waits for another attempt in the lane. */
    void decided() {
        undecided--;
    }

    /** Bytes of the waiting deliveries that hold their messages. */
    long bytes() {
        return bytes;
    }

    void add(Delivery delivery) {
        waiting.add(delivery);
        bytes += bytesOf(delivery);
    }

    private static long bytesOf(Delivery delivery) {
        return delivery.isParked() ? 0 : delivery.size();
    }

    /** Keeps only the header of a waiting delivery's message. */
    void park(Delivery delivery) {
        bytes -= delivery.size();
        delivery.park();
    }

    /** Puts a delivery that was started before ahead of those that were not. */
    void addFirst(Delivery delivery) {
        waiting.addFirst(delivery);
        bytes += bytesOf(delivery);
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
        bytes -= bytesOf(delivery);
        return delivery;
    }
}
