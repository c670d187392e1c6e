// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Position;
import io.millrace.queue.InFlight;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A message that the queue has taken in and that has not ended. Guarded by the lock of its partition. It is also a node
 * of one of the partition's linked {@link DeliveryList}s.
 */
final class Delivery {

    /** Approximate bytes that a delivery takes besides its payload. */
    private static final int OVERHEAD = 500;

    final UUID id;
    final RuleMessage message;
    final Source source;

    /** True if a log keeps the message until the receipt is completed, so that the in-flight store need not. */
    final boolean logged;

    final Account account;

    /** The lane that it went through, or null if a node started it outside the lanes. */
    @Nullable Lane lane;

    /** When it was accepted, in ticks of the clock that does not stand still. */
    final long acceptedTick;

    private Place place;

    /** Notifies the sender that the message is safe; null after that. */
    @Nullable Receipt receipt;

    /** Attempts that ended without deciding the delivery. */
    int attempts;

    /** True if it was handed to the in-flight store. */
    boolean stored;

    /** The attempt under way, or null while the delivery waits or its dead letter is being written. */
    @Nullable RunningAttempt running;

    /** An attempt that was given up and has not come to rest, or null; {@link #verdict} then says how it failed. */
    @Nullable RunningAttempt survivor;

    AttemptResult.@Nullable Failed verdict;

    /** When the attempt began, or was given up, by the clock that stands still in an outage. */
    long startedAt;

    /** Since when the sender waits for the current step, in ticks of the clock that does not stand still. */
    long sinceTick;

    @Nullable Delivery previous;
    @Nullable Delivery next;

    /** Creates a delivery at a place, and counts it in its account. */
    Delivery(
            UUID id,
            RuleMessage message,
            Source source,
            boolean logged,
            Account account,
            @Nullable Lane lane,
            Place place,
            @Nullable Receipt receipt,
            long tick) {
        this.id = id;
        this.message = message;
        this.source = source;
        this.logged = logged;
        this.account = account;
        this.lane = lane;
        this.place = place;
        this.receipt = receipt;
        this.acceptedTick = tick;
        this.sinceTick = tick;
        account.takenIn(source, place);
    }

    /** Approximate number of bytes that a waiting message takes. */
    static long sizeOf(RuleMessage message) {
        return (long) OVERHEAD + message.payload().length();
    }

    long size() {
        return sizeOf(message);
    }

    Place place() {
        return place;
    }

    void moveTo(Place next) {
        account.moved(place, next);
        place = next;
    }

    void end(Outcome outcome) {
        account.ended(place, outcome);
    }

    /** Returns a snapshot of this delivery at a tick. */
    Unfinished unfinished(long tick) {
        RunningAttempt attempt = running;
        return new Unfinished(
                message,
                place,
                attempt == null ? attempts : attempt.number(),
                attempt == null ? Position.UNKNOWN : attempt.position(),
                Duration.ofNanos(tick - acceptedTick));
    }

    InFlight inFlight() {
        return new InFlight(id, message, attempts);
    }

    /**
     * Splits the receipt in two: the sender's is completed when both halves are. Returns null if it was completed
     * already.
     */
    @Nullable Receipt shareReceipt() {
        Receipt sender = receipt;
        if (sender == null) {
            return null;
        }
        Receipt share = new SharedReceipt(sender, 2);
        receipt = share;
        return share;
    }

    /** Removes the receipt and returns it, so that it is completed only once; null if it was removed before. */
    @Nullable Receipt takeReceipt() {
        Receipt taken = receipt;
        receipt = null;
        return taken;
    }
}
