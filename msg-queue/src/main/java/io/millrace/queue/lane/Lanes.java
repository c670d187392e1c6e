// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The lanes of a partition, one for each key that has a message waiting or under way. A lane keeps its key's order. In
 * a sequential queue it starts a message only when the one before it has been decided. While a lane waits for room it
 * stands in the line of its first message's chain. After each message it goes to the end of that line, so that a long
 * lane does not hold back a short one. Guarded by the partition's lock.
 */
final class Lanes {

    private static final long LEAST_BYTES_PER_LANE = 64 * 1024;
    private static final int LANES_PER_BUDGET = 8;

    private final NamedQueue queue;
    private final LanePartition partition;
    private final Room room;
    private final Consumer<Delivery> start;
    private final Map<EntityId, Lane> lanes = new HashMap<>();

    /** Waiting messages that the engine created. Their nodes must not wait for room that they occupy themselves. */
    private final DeliveryList made = new DeliveryList();

    /** Creates the lanes of a partition. {@code start} is called with each delivery for which a place was taken. */
    Lanes(NamedQueue queue, LanePartition partition, Room room, Consumer<Delivery> start) {
        this.queue = queue;
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

    Lane of(RuleMessage message) {
        EntityId key = queue.definition().submit().orderKey(message);
        Lane known = lanes.get(key);
        if (known != null) {
            return known;
        }
        Lane lane = new Lane(key, partition);
        lanes.put(key, lane);
        return lane;
    }

    void forgetIfIdle(Lane lane) {
        if (lane.isIdle()) {
            lanes.remove(lane.key, lane);
        }
    }

    /** Takes a place for a message that may start at once, because its lane is empty. */
    boolean enter(Lane lane, ChainRoom chain) {
        return lane.isEmpty() && hasTurn(lane, chain) && room.enter(chain);
    }

    private boolean hasTurn(Lane lane, ChainRoom chain) {
        return queue.definition().submit().isSequential()
                ? lane.undecided == 0
                : chain.hasTurn(lane.running);
    }

    /** Reserves the bytes that a message needs while it waits. */
    boolean takeWaiting(Lane lane, ChainRoom chain, RuleMessage message, Source source) {
        long size = Delivery.sizeOf(message);
        long most =
                Math.max(
                        LEAST_BYTES_PER_LANE,
                        room.budgets().waiting(source).free() / LANES_PER_BUDGET);
        return lane.bytes() + size <= most && chain.tenant.waiting(source).take(size);
    }

    /** Puts a delivery, whose bytes are reserved, at the end of its lane. */
    void add(Lane lane, Delivery delivery) {
        lane.add(delivery);
        if (isMade(delivery)) {
            made.append(delivery);
        }
        lineUp(lane);
    }

    /** Puts a delivery at the end of its lane whether there is room or not, because another store keeps it already. */
    void force(Lane lane, Delivery delivery) {
        delivery.account.room.tenant.waiting(delivery.source).force(delivery.size());
        add(lane, delivery);
    }

    /**
     * Puts back a delivery that is to be retried. In a sequential queue it goes to the head of its lane, where no later
     * message has passed it; in others to the end.
     */
    void addAgain(Delivery delivery) {
        Lane former = delivery.lane;
        // The former lane is missing if the delivery never had one, or if all waiting deliveries
        // were handed over meanwhile.
        Lane lane;
        if (former != null && lanes.get(former.key) == former) {
            lane = former;
            lane.undecided--;
        } else {
            lane = of(delivery.message);
        }
        delivery.lane = lane;
        if (!queue.definition().submit().isSequential()) {
            force(lane, delivery);
            return;
        }
        delivery.account.room.tenant.waiting(delivery.source).force(delivery.size());
        lane.addFirst(delivery);
        if (isMade(delivery)) {
            made.append(delivery);
        }
        lineUp(lane);
    }

    /** Notes that a started delivery has ended. */
    void decided(Lane lane) {
        lane.undecided--;
        lineUp(lane);
        forgetIfIdle(lane);
    }

    /** Starts the messages of a lane that may start, and puts the lane in its chain's line for the next one. */
    void lineUp(Lane lane) {
        while (lane.lined == null) {
            Delivery first = lane.first();
            if (first == null || !hasTurn(lane, first.account.room)) {
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
     * @return false if no message of the lane may start
     */
    boolean admit(Lane lane) {
        lane.lined = null;
        if (lane.isEmpty() || (lane.undecided > 0 && queue.definition().submit().isSequential())) {
            return false;
        }
        startFirst(lane);
        lineUp(lane);
        return true;
    }

    private void startFirst(Lane lane) {
        Delivery delivery = takeOut(lane);
        delivery.moveTo(Place.RUNNING);
        start.accept(delivery);
    }

    private Delivery takeOut(Lane lane) {
        Delivery delivery = lane.remove();
        delivery.account.room.tenant.waiting(delivery.source).give(delivery.size());
        if (isMade(delivery)) {
            made.remove(delivery);
        }
        return delivery;
    }

    private static boolean isMade(Delivery delivery) {
        return delivery.source == Source.RULE_ENGINE;
    }

    /** Returns all waiting deliveries. */
    List<Delivery> all() {
        return lanes.values().stream().flatMap(Lane::stream).toList();
    }

    /** Removes and returns all waiting deliveries. */
    List<Delivery> clear() {
        List<Delivery> left = new ArrayList<>();
        for (Lane lane : lanes.values()) {
            while (!lane.isEmpty()) {
                left.add(takeOut(lane));
            }
        }
        lanes.clear();
        return left;
    }
}
