// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Source;
import io.millrace.queue.lane.room.ChainRoom;
import io.millrace.queue.lane.room.Claim;
import io.millrace.queue.lane.room.Room;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

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
    private final Room room;
    private final Admission admission;
    private final Map<EntityId, Lane> lanes = new HashMap<>();

    /** Waiting messages that the engine created. Their nodes must not wait for room that they occupy themselves. */
    private final LinkedNodes<Delivery> made = new LinkedNodes<>();

    /** Receives the deliveries and the lanes for which room was taken. */
    interface Admission {

        /** Starts a delivery, which has room. Called under the partition's lock. */
        void start(Delivery delivery);

        /** Loads the message of a delivery, which has room, and starts it then. Called under the partition's lock. */
        void load(Lane lane, Delivery delivery);

        /** Starts the first message of a lane whose claim was admitted. Called without any lock. */
        void admitted(Lane lane, Claim claim);
    }

    Lanes(NamedQueue queue, Room room, Admission admission) {
        this.queue = queue;
        this.room = room;
        this.admission = admission;
    }

    int size() {
        return lanes.size();
    }

    LinkedNodes<Delivery> made() {
        return made;
    }

    private boolean isSequential() {
        return queue.definition().submit().isSequential();
    }

    /** Returns the lane of a message's key. */
    Lane of(RuleMessage message) {
        EntityId key = queue.definition().submit().orderKey(message);
        Lane known = lanes.get(key);
        if (known != null) {
            return known;
        }
        Lane lane = new Lane(key);
        lanes.put(key, lane);
        return lane;
    }

    /** True if a key has a message waiting or under way. */
    boolean has(EntityId key) {
        return lanes.containsKey(key);
    }

    void forgetIfIdle(Lane lane) {
        if (lane.isIdle()) {
            lanes.remove(lane.key(), lane);
        }
    }

    /** Takes room for a message that may start at once, because its lane is empty. */
    boolean enter(Lane lane, ChainRoom chain, RuleMessage message) {
        return lane.isEmpty()
                && hasTurn(lane, chain)
                && room.enter(chain, Delivery.sizeOf(message));
    }

    private boolean hasTurn(Lane lane, ChainRoom chain) {
        return !lane.isLoading()
                && (isSequential() ? !lane.isUndecided() : chain.hasTurn(lane.running()));
    }

    /** Starts a delivery, for which room was taken, from its lane without waiting in it. */
    void startAtOnce(Lane lane, Delivery delivery) {
        delivery.startFrom(lane);
        admission.start(delivery);
    }

    /** Reserves the bytes that a message needs while it waits. */
    boolean takeWaiting(Lane lane, ChainRoom chain, RuleMessage message, Source source) {
        long size = Delivery.sizeOf(message);
        long most =
                Math.max(
                        LEAST_BYTES_PER_LANE,
                        room.budgets().waiting(source).free() / LANES_PER_BUDGET);
        return lane.bytes() + size <= most && chain.tenant().waiting(source).take(size);
    }

    /** Puts a delivery, whose bytes are reserved, at the end of its lane. */
    void add(Lane lane, Delivery delivery) {
        delivery.waitReserved(lane);
        append(lane, delivery);
    }

    /** Puts a delivery at the end of its lane whether there is room or not, because it is kept elsewhere already. */
    void force(Lane lane, Delivery delivery) {
        delivery.forceWaiting(lane);
        append(lane, delivery);
    }

    /** Puts a delivery of the in-flight store at the end of its lane, with its message if there is room for that. */
    void addStored(Lane lane, Delivery delivery, boolean hasMessage) {
        if (!hasMessage || !delivery.takeWaiting(lane)) {
            delivery.waitParked(lane);
        }
        append(lane, delivery);
    }

    private void append(Lane lane, Delivery delivery) {
        lane.add(delivery);
        added(lane, delivery);
    }

    /** Notes that the message which starts next in a lane was loaded, and its attempt begun or given up. */
    void loaded(Lane lane) {
        lane.loading(false);
        lineUp(lane);
        forgetIfIdle(lane);
    }

    private void added(Lane lane, Delivery delivery) {
        if (isMade(delivery)) {
            made.append(delivery);
        }
        lineUp(lane);
    }

    /**
     * Puts back a delivery that is to be retried. In a sequential queue it goes to the head of its lane, where no later
     * message has passed it; in others to the end.
     */
    void addAgain(Delivery delivery) {
        Lane lane = laneForRetry(delivery);
        delivery.forceWaiting(lane);
        if (isSequential()) {
            lane.addFirst(delivery);
        } else {
            lane.add(delivery);
        }
        added(lane, delivery);
    }

    /** The former lane is missing if the delivery never had one, or if all waiting deliveries were handed over. */
    private Lane laneForRetry(Delivery delivery) {
        Lane former = delivery.lane();
        if (former != null && lanes.get(former.key()) == former) {
            former.decided();
            return former;
        }
        return of(delivery.message());
    }

    /** Notes that a started delivery has ended. */
    void decided(Lane lane) {
        lane.decided();
        lineUp(lane);
        forgetIfIdle(lane);
    }

    /** Starts the messages of a lane that may start, and puts the lane in its chain's line for the next one. */
    void lineUp(Lane lane) {
        while (!lane.hasClaim()) {
            Delivery first = lane.first();
            if (first == null || !hasTurn(lane, first.account().room())) {
                return;
            }
            Claim claim =
                    new Claim(
                            admitted -> admission.admitted(lane, admitted),
                            first.account().room(),
                            first.size());
            if (!room.line(claim)) {
                lane.claim(claim);
                return;
            }
            startFirst(lane);
        }
    }

    /**
     * Starts the first message of a lane whose claim was admitted. The claim was made for the message that was the first
     * then; a retry may stand before it by now. The room that was taken for one message is never used for another: it is
     * given back to the chain that it was taken from, and the lane claims room for the other.
     *
     * @return false if the room was not used; the caller gives it back
     */
    boolean admit(Lane lane, Claim claim) {
        lane.claimAdmitted();
        Delivery first = lane.first();
        boolean isUsed =
                first != null
                        && first.account().room() == claim.chain()
                        && first.size() == claim.bytes()
                        && !(isSequential() && lane.isUndecided());
        if (isUsed) {
            startFirst(lane);
        }
        lineUp(lane);
        return isUsed;
    }

    private void startFirst(Lane lane) {
        Delivery first = takeOut(lane);
        if (!isMade(first)) {
            first.account().room().tenant().started(first.size());
        }
        if (first.isParked()) {
            lane.loading(true);
            admission.load(lane, first);
        } else {
            admission.start(first);
        }
    }

    private Delivery takeOut(Lane lane) {
        Delivery delivery = lane.remove();
        delivery.leaveWaiting();
        if (isMade(delivery)) {
            made.remove(delivery);
        }
        return delivery;
    }

    private static boolean isMade(Delivery delivery) {
        return delivery.source() == Source.RULE_ENGINE;
    }

    /**
     * When the oldest of the deliveries was accepted that start next in their lanes, in ticks; empty if none waits.
     *
     * @param tenant only deliveries of this tenant count; null: all
     */
    OptionalLong oldestWaiting(@Nullable TenantId tenant) {
        return lanes.values().stream()
                .flatMap(lane -> lane.stream().filter(delivery -> delivery.isOf(tenant)).limit(1))
                .mapToLong(Delivery::acceptedTick)
                // Ticks may overflow, so only differences of them are compared.
                .reduce((one, other) -> one - other < 0 ? one : other);
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
