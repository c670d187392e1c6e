// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The lanes of a partition, one for each originator of which something waits or is under way. A lane keeps its
 * originator's order; while it waits for room it stands in the line of its first message's chain, and goes to the end of
 * the line after each message, so that a long lane does not hold back a short one. Guarded by the partition's lock.
 */
final class Lanes {

    private static final long LEAST_BYTES_PER_LANE = 64 * 1024;
    private static final int LANES_PER_BUDGET = 8;

    private final LanePartition partition;
    private final Room room;
    private final Consumer<Delivery> start;
    private final Map<EntityId, Lane> lanes = new HashMap<>();

    /** What waits and was made by the engine, whose nodes must not wait for room that they hold themselves. */
    private final DeliveryList made = new DeliveryList();

    /** The lanes of a partition; {@code start} is called with a delivery whose place was taken. */
    Lanes(LanePartition partition, Room room, Consumer<Delivery> start) {
        this.partition = partition;
        this.room = room;
        this.start = start;
    }

    int size() {
        return lanes.size();
    }

    DeliveryList made() {
        return made;
    }

    Lane of(EntityId originator) {
        Lane known = lanes.get(originator);
        if (known != null) {
            return known;
        }
        Lane lane = new Lane(originator, partition);
        lanes.put(originator, lane);
        return lane;
    }

    void forgetIfIdle(Lane lane) {
        if (lane.isIdle()) {
            lanes.remove(lane.originator);
        }
    }

    /** Takes a place for a message that may start at once, before all that waits. */
    boolean enter(Lane lane, ChainRoom chain) {
        return lane.isEmpty() && chain.hasTurn(lane.running) && room.enter(chain);
    }

    /** Takes the bytes that a message needs while it waits. */
    boolean takeWaiting(Lane lane, ChainRoom chain, RuleMessage message, Source source) {
        long size = Delivery.sizeOf(message);
        long most =
                Math.max(
                        LEAST_BYTES_PER_LANE,
                        room.budgets().waiting(source).free() / LANES_PER_BUDGET);
        return lane.bytes() + size <= most && chain.tenant.waiting(source).take(size);
    }

    /** Puts a delivery, for whose bytes there is room, at the end of its lane. */
    void add(Lane lane, Delivery delivery) {
        lane.add(delivery);
        if (isMade(delivery)) {
            made.append(delivery);
        }
        lineUp(lane);
    }

    /** The same for a delivery that the queue has had before, and that is in memory already. */
    void addAnew(Delivery delivery) {
        Lane lane = of(delivery.message.originator());
        delivery.lane = lane;
        delivery.account.room.tenant.waiting(delivery.source).force(delivery.size());
        add(lane, delivery);
    }

    /** Starts what may start of a lane, and lets the next of it wait in its chain's line. */
    void lineUp(Lane lane) {
        while (lane.lined == null) {
            Delivery first = lane.first();
            if (first == null || !first.account.room.hasTurn(lane.running)) {
                return;
            }
            ChainRoom chain = first.account.room;
            if (!room.line(lane, chain)) {
                lane.lined = chain;
                return;
            }
            startFirst(lane);
        }
    }

    /**
     * Starts the first message of a lane that stood in a line, for which a place was taken.
     *
     * @return whether there was one
     */
    boolean admit(Lane lane) {
        lane.lined = null;
        if (lane.isEmpty()) {
            return false;
        }
        startFirst(lane);
        lineUp(lane);
        return true;
    }

    private void startFirst(Lane lane) {
        Delivery delivery = lane.remove();
        delivery.account.room.tenant.waiting(delivery.source).give(delivery.size());
        if (isMade(delivery)) {
            made.remove(delivery);
        }
        delivery.moveTo(Place.RUNNING);
        start.accept(delivery);
    }

    private static boolean isMade(Delivery delivery) {
        return delivery.source == Source.RULE_ENGINE;
    }

    /** All that waits. */
    List<Delivery> all() {
        return lanes.values().stream().flatMap(Lane::stream).toList();
    }

    /** Takes out all that waits. */
    List<Delivery> clear() {
        List<Delivery> left = new ArrayList<>();
        for (Lane lane : lanes.values()) {
            while (!lane.isEmpty()) {
                left.add(lane.remove());
            }
        }
        return left;
    }
}
