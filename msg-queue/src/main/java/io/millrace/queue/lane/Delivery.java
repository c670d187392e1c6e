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
 * A message that the queue has taken in and not yet seen to its end. Guarded by the lock of its partition. In one of the
 * partition's {@link DeliveryList}s it is a link.
 */
final class Delivery {

    /** About what a delivery takes beside its payload. */
    private static final int OVERHEAD = 500;

    final UUID id;
    final RuleMessage message;
    final Source source;

    /** Whether a log keeps the message until the receipt is told, so that nothing else needs to. */
    final boolean logged;

    final Account account;

    /** The lane that it went through, or null: a node started it outside the lanes. */
    @Nullable Lane lane;

    /** When it was accepted, by the clock that does not stand still. */
    final long acceptedTick;

    private Place place;

    /** Whom to tell that the message is safe; null once that was said. */
    @Nullable Receipt receipt;

    /** Attempts that ended without deciding the delivery. */
    int attempts;

    /** Whether it was handed to the in-flight store. */
    boolean stored;

    /** The attempt under way, or null while the delivery waits or its dead letter is being written. */
    @Nullable RunningAttempt running;

    /** An attempt that was given up and has not come to rest, or null; with what becomes of the delivery then. */
    @Nullable RunningAttempt survivor;

    AttemptResult.@Nullable Failed verdict;

    /** When the attempt began, or was given up, by the clock that stands still in an outage. */
    long startedAt;

    /** Since when its sender waits for the end of what it is at now, by the clock that does not stand still. */
    long sinceTick;

    @Nullable Delivery previous;
    @Nullable Delivery next;

    /** A delivery that begins its life at a place, and is entered into its account. */
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

    /** About how many bytes it takes while it waits. */
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

    /** Itself, as it is found at a tick. */
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

    /** Halves the receipt: the sender is told when both halves are. Null once that was said. */
    @Nullable Receipt shareReceipt() {
        Receipt sender = receipt;
        if (sender == null) {
            return null;
        }
        Receipt share = new SharedReceipt(sender, 2);
        receipt = share;
        return share;
    }

    /** Takes the receipt, so that it is told once. */
    @Nullable Receipt takeReceipt() {
        Receipt taken = receipt;
        receipt = null;
        return taken;
    }
}
