// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Position;
import io.millrace.message.id.TenantId;
import io.millrace.queue.InFlight;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import io.millrace.queue.lane.account.Account;
import io.millrace.queue.lane.room.Claim;
import io.millrace.queue.lane.room.Room;
import io.millrace.queue.lane.room.SharedBudget;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that the queue has taken in and that has not ended: a state machine, whose states are the {@linkplain Place
 * places}.
 *
 * <pre>
 *   WAITING ──begin──▶ RUNNING ──leave, end─────────────▶ ended
 *      ▲                  │
 *      │                  └──leave, giveUp──▶ BEING_BURIED ──end──▶ ended
 *      └──waitIn── BACKING_OFF ◀──backOff─────────┘
 * </pre>
 *
 * <p>Every transition is one method here, which keeps the account and the lane in step. Guarded by the lock of its
 * partition. A delivery is also a node of one of the partition's linked lists.
 */
final class Delivery extends LinkedNodes.Node<Delivery> {

    /** Approximate bytes that a delivery takes whose message only the in-flight store has. */
    static final int PARKED_SIZE = 400;

    /** Approximate bytes that a delivery takes besides its payload. */
    private static final int OVERHEAD = 500;

    private final UUID id;
    private RuleMessage message;
    private final long size;
    private final Source source;
    private final Account account;
    private final Custody custody;

    private Place place;

    /** The lane that it waits in or was started from, or null if a node started it outside the lanes. */
    private @Nullable Lane lane;

    /** Attempts that ended without deciding the delivery. */
    private int attempts;

    /** The attempt under way, or null while the delivery waits or its dead letter is being written. */
    private @Nullable RunningAttempt running;

    /** The room that it holds. */
    private Held held = Held.NOTHING;

    /** An attempt that was given up and has not come to rest, or null. */
    private @Nullable Survivor survivor;

    /** When the attempt began, or was given up, by the clock that stands still in an outage. */
    private long startedAt;

    /** Since when the sender waits for the current step, in ticks of the clock that does not stand still. */
    private long sinceTick;

    private boolean ended;

    /** True while only the in-flight store has the message: in a lane, and while the message is being loaded. */
    private boolean parked;

    private enum Held {
        NOTHING,
        /** Bytes of its tenant's share of waiting messages, while it waits in a lane. */
        WAITING_BYTES,
        /** Bytes of its tenant's share of parked messages, while it waits in a lane and only the store has the message. */
        PARKED_BYTES,
        /** Room of its chain, taken for a lane's message. */
        OF_CHAIN,
        /** A place of its tenant for deliveries outside the lanes. */
        DETACHED
    }

    /** An attempt that was given up, and how it failed. */
    record Survivor(RunningAttempt attempt, AttemptResult.Failed verdict) {}

    /**
     * What is known of a message when it is taken in.
     *
     * @param id identity of its delivery
     * @param message the message, or its header if only the in-flight store has the message
     * @param size approximate number of bytes that the message takes
     * @param attempts number of attempts that an earlier run, or an earlier owner of the partition, has made
     */
    record Arrival(
            UUID id, RuleMessage message, long size, Source source, Custody custody, int attempts) {

        /** A message for which no attempt was made. */
        Arrival(UUID id, RuleMessage message, Source source, Custody custody) {
            this(id, message, sizeOf(message), source, custody, 0);
        }
    }

    /** Creates a delivery that waits, and counts it in its account. */
    Delivery(Arrival arrival, Account account) {
        this.id = arrival.id();
        this.message = arrival.message();
        this.size = arrival.size();
        this.source = arrival.source();
        this.custody = arrival.custody();
        this.attempts = arrival.attempts();
        this.account = account;
        this.place = Place.WAITING;
        this.sinceTick = custody.tick();
        account.takenIn(source, place);
    }

    /** Approximate number of bytes that a message takes. */
    static long sizeOf(RuleMessage message) {
        return (long) OVERHEAD + message.payload().length();
    }

    UUID id() {
        return id;
    }

    /** The message; its header while the delivery {@linkplain #isParked is parked}. */
    RuleMessage message() {
        return message;
    }

    /** True if the message belongs to a tenant, or the tenant is null. */
    boolean isOf(@Nullable TenantId tenant) {
        return tenant == null || tenant.equals(message.tenant());
    }

    Source source() {
        return source;
    }

    Account account() {
        return account;
    }

    Custody custody() {
        return custody;
    }

    @Nullable Lane lane() {
        return lane;
    }

    @Nullable RunningAttempt running() {
        return running;
    }

    @Nullable Survivor survivor() {
        return survivor;
    }

    int attempts() {
        return attempts;
    }

    /** When it was accepted, in ticks of the clock that does not stand still. */
    long acceptedTick() {
        return custody.tick();
    }

    long startedAt() {
        return startedAt;
    }

    long sinceTick() {
        return sinceTick;
    }

    long size() {
        return size;
    }

    /** Puts the delivery into a lane, where it waits, and takes the bytes for that from its tenant's share. */
    boolean takeWaiting(Lane its) {
        boolean fits = waitingShare().take(size);
        if (fits) {
            waitReserved(its);
        }
        return fits;
    }

    /** The same, whether the share has room or not. */
    void forceWaiting(Lane its) {
        waitingShare().force(size);
        waitReserved(its);
    }

    private SharedBudget.Share waitingShare() {
        return account.room().tenant().waiting(source);
    }

    /** True if it waits in a lane and holds its message. */
    boolean isWaitingInMemory() {
        return held == Held.WAITING_BYTES;
    }

    /** True if only the in-flight store has the message. */
    boolean isParked() {
        return parked;
    }

    /** Puts the delivery into a lane, where it waits as a header: only the in-flight store has the message. */
    void waitParked(Lane its) {
        waitIn(its);
        park();
    }

    /** Keeps only the header of the message from now on, because the in-flight store has the message. */
    void park() {
        leaveWaiting();
        account.room().tenant().parked().force(PARKED_SIZE);
        held = Held.PARKED_BYTES;
        parked = true;
        message = header(message);
    }

    private static RuleMessage header(RuleMessage message) {
        return message.withPayload(Payload.EMPTY_OBJECT).withMetadata(Metadata.EMPTY);
    }

    /** Holds the message again, which was read from the in-flight store. */
    void unpark(RuleMessage loaded) {
        message = loaded;
        parked = false;
    }

    /** Gives back what it holds while it waits in a lane. */
    void leaveWaiting() {
        switch (held) {
            case WAITING_BYTES -> waitingShare().give(size);
            case PARKED_BYTES -> account.room().tenant().parked().give(PARKED_SIZE);
            case NOTHING -> {
                return;
            }
            case OF_CHAIN, DETACHED ->
                    throw new IllegalStateException("delivery %s runs".formatted(id));
        }
        held = Held.NOTHING;
    }

    /** Puts the delivery into a lane from which it starts at once. */
    void startFrom(Lane its) {
        lane = its;
    }

    /** Notes the lane in whose list the caller puts the delivery, and for which it has reserved the bytes. */
    void waitReserved(Lane its) {
        waitIn(its);
        held = Held.WAITING_BYTES;
    }

    private void waitIn(Lane its) {
        lane = its;
        moveTo(Place.WAITING);
    }

    /** Notes that room of its chain was taken for it. */
    void holdsRoom() {
        held = Held.OF_CHAIN;
    }

    /** Notes that a place for a delivery outside the lanes was taken for it. */
    void holdsDetachedPlace() {
        held = Held.DETACHED;
    }

    /**
     * Gives back what it holds, to where that was taken; does nothing if it holds nothing.
     *
     * @return claims that got the room; the caller admits them without any lock
     */
    List<Claim> leaveRoom(Room room) {
        Held was = held;
        held = Held.NOTHING;
        return switch (was) {
            case NOTHING -> List.of();
            case WAITING_BYTES, PARKED_BYTES ->
                    throw new IllegalStateException("delivery %s waits in a lane".formatted(id));
            case OF_CHAIN -> room.leave(account.room(), size);
            case DETACHED -> {
                account.room().tenant().detached().give(1);
                yield List.of();
            }
        };
    }

    /** Begins an attempt. */
    void begin(RunningAttempt attempt, long tick, long now) {
        moveTo(Place.RUNNING);
        running = attempt;
        startedAt = now;
        sinceTick = tick;
        if (lane != null) {
            lane.begun();
        }
    }

    /** Ends the attempt under way, so that its later results are ignored. */
    void leave() {
        RunningAttempt attempt = running;
        if (attempt == null) {
            throw new IllegalStateException("delivery %s has no attempt under way".formatted(id));
        }
        attempt.overNow();
        running = null;
        attempts = attempt.number();
        if (lane != null) {
            lane.left();
        }
    }

    /** Gives the delivery up unless it is retried: its dead letter is written next. */
    void giveUp() {
        moveTo(Place.BEING_BURIED);
    }

    /** Waits for an attempt that was given up to come to rest. */
    void surviveWith(Survivor given, long now) {
        survivor = given;
        startedAt = now;
    }

    /** Ends the wait for an attempt that was given up. */
    Survivor endSurvivor() {
        Survivor ended = survivor;
        if (ended == null) {
            throw new IllegalStateException("delivery %s has no survivor".formatted(id));
        }
        survivor = null;
        return ended;
    }

    /** Waits for the next attempt. */
    void backOff() {
        moveTo(Place.BACKING_OFF);
    }

    boolean isEnded() {
        return ended;
    }

    /** Ends the delivery. */
    void end(Outcome outcome) {
        ended = true;
        RunningAttempt attempt = running;
        if (attempt != null) {
            attempt.overNow();
        }
        survivor = null;
        account.ended(place, outcome);
    }

    private void moveTo(Place to) {
        if (place != to) {
            account.moved(place, to);
            place = to;
        }
    }

    /** Returns a snapshot of this delivery at a tick. */
    Unfinished unfinished(long tick) {
        RunningAttempt attempt = running;
        return new Unfinished(
                message,
                place,
                attempt == null ? attempts : attempt.number(),
                attempt == null ? Position.UNKNOWN : attempt.position(),
                Duration.ofNanos(tick - acceptedTick()));
    }

    InFlight inFlight() {
        return new InFlight(id, message, attempts);
    }
}
