// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.NamedQueue;
import io.millrace.queue.RetryPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait for their next attempt. Due times follow the clock that stands still in an outage. Guarded by
 * the partition's lock.
 */
final class Retries {

    private record Retry(Delivery delivery, long due) {}

    private final NamedQueue queue;
    private final int most;
    private final PriorityQueue<Retry> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Retry::due));

    /** Creates an empty set. While {@code most} deliveries wait, a further one gets no retry. */
    Retries(NamedQueue queue, int most) {
        this.queue = queue;
        this.most = most;
    }

    /** Adds a delivery if its queue's policy allows another attempt and there is room; otherwise returns false. */
    boolean add(Delivery delivery, boolean timedOut, long now) {
        RetryPolicy policy = queue.definition().retry();
        if (!policy.retries(delivery.attempts(), timedOut) || waiting.size() >= most) {
            return false;
        }
        waiting.add(new Retry(delivery, now + policy.backoffAfter(delivery.attempts()).toNanos()));
        return true;
    }

    /** Removes and returns the next delivery that is due, or null. */
    @Nullable Delivery removeDue(long now) {
        Retry first = waiting.peek();
        if (first == null || first.due() > now) {
            return null;
        }
        waiting.remove();
        return first.delivery();
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    List<Delivery> all() {
        return waiting.stream().map(Retry::delivery).toList();
    }

    /** Removes and returns all. */
    List<Delivery> clear() {
        List<Delivery> all = all();
        waiting.clear();
        return all;
    }
}
