// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.NamedQueue;
import io.millrace.queue.RetryPolicy;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait for their next attempt, due by the clock that stands still in an outage. Guarded by the
 * partition's lock.
 */
final class Retries {

    private record Retry(Delivery delivery, long due) {}

    private final NamedQueue queue;
    private final int most;
    private final PriorityQueue<Retry> waiting =
            new PriorityQueue<>(Comparator.comparingLong(Retry::due));

    /** At most so many wait; one more gets no further attempt. */
    Retries(NamedQueue queue, int most) {
        this.queue = queue;
        this.most = most;
    }

    /** Lets a delivery wait for its next attempt, if it is to have one. */
    boolean add(Delivery delivery, boolean timedOut, long now) {
        RetryPolicy policy = queue.definition().retry();
        if (!policy.retries(delivery.attempts, timedOut) || waiting.size() >= most) {
            return false;
        }
        waiting.add(new Retry(delivery, now + policy.backoffAfter(delivery.attempts).toNanos()));
        return true;
    }

    /** Takes out the next one that is due, or null. */
    @Nullable Delivery removeDue(long now) {
        Retry first = waiting.peek();
        if (first == null || first.due() > now) {
            return null;
        }
        waiting.remove();
        return first.delivery();
    }

    List<Delivery> all() {
        return waiting.stream().map(Retry::delivery).toList();
    }

    /** Takes out all. */
    List<Delivery> clear() {
        List<Delivery> all = all();
        waiting.clear();
        return all;
    }
}
