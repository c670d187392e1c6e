// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.id.EntityId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What waits in a partition, one lane for each originator. A lane keeps its originator's order; between lanes the
 * turn goes round, so an originator with a long lane does not hold back one with a short lane. A lane exists only
 * while something waits in it. Guarded by the partition's lock.
 */
final class Lanes {

    private final Map<EntityId, ArrayDeque<Delivery>> lanes = new HashMap<>();
    private final ArrayDeque<ArrayDeque<Delivery>> turn = new ArrayDeque<>();
    private int size;
    private long bytes;

    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }

    boolean isWaiting(EntityId originator) {
        return size > 0 && lanes.containsKey(originator);
    }

    void add(Delivery delivery) {
        ArrayDeque<Delivery> lane = lanes.get(delivery.message.originator());
        if (lane == null) {
            lane = new ArrayDeque<>(2);
            lanes.put(delivery.message.originator(), lane);
            turn.add(lane);
        }
        lane.add(delivery);
        size++;
        bytes += delivery.message.payload().length();
    }

    /** The first of the lane whose turn it is, or null when nothing waits. */
    @Nullable Delivery next() {
        ArrayDeque<Delivery> lane = turn.poll();
        if (lane == null) {
            return null;
        }
        Delivery delivery = lane.remove();
        size--;
        bytes -= delivery.message.payload().length();
        if (lane.isEmpty()) {
            lanes.remove(delivery.message.originator());
        } else {
            turn.add(lane);
        }
        return delivery;
    }
}
