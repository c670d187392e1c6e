// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.Receipt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Answers for a delivery until it has ended: a log keeps its message, or its row in the in-flight store does, or its
 * sender, who has no receipt yet. The only way to the row of a delivery, so that the store gets the changes of a row in
 * one order whatever thread makes them: it is put any number of times, then removed once. A row that was removed is not
 * put again.
 *
 * <p>The partition's lock guards everything except the calls to the store, which are made without that lock and are
 * ordered by this object's own.
 */
final class Custody extends LinkedNodes.Node<Custody> {

    private final Books books;
    private final UUID message;
    private final long tick;
    private final boolean logged;

    /** True if the row was, or is about to be, handed to the store. */
    private boolean stored;

    private @Nullable Receipt receipt;

    /** True if other deliveries share the receipt. */
    private boolean shared;

    /** Guarded by this object's lock. */
    private boolean removed;

    private Custody(
            Books books,
            UUID message,
            long tick,
            boolean logged,
            boolean stored,
            @Nullable Receipt receipt) {
        this.books = books;
        this.message = message;
        this.tick = tick;
        this.logged = logged;
        this.stored = stored;
        this.receipt = receipt;
    }

    /**
     * Where a partition keeps its deliveries and their receipts.
     *
     * @param open the receipts that are not completed yet
     * @param lock the partition's lock, which guards that list
     */
    record Books(InFlightStore store, LinkedNodes<Custody> open, Object lock) {

        /** The sender keeps the message until its receipt is completed. */
        Custody ofSender(RuleMessage message, long tick, Receipt receipt) {
            return opened(new Custody(this, message.id(), tick, false, false, receipt));
        }

        /** A log keeps the message until the receipt is completed. */
        Custody ofLog(RuleMessage message, long tick, Receipt receipt) {
            return opened(new Custody(this, message.id(), tick, true, false, receipt));
        }

        /** The in-flight store has the delivery, or is about to get it. No sender waits. */
        Custody ofStore(RuleMessage message, long tick) {
            return new Custody(this, message.id(), tick, false, true, null);
        }

        private Custody opened(Custody custody) {
            open.append(custody);
            return custody;
        }
    }

    /** Id of the message. */
    UUID message() {
        return message;
    }

    /** When the message was accepted. */
    long tick() {
        return tick;
    }

    /**
     * Custody of a delivery that is made on behalf of this one. The sender's receipt is completed when both are safe. If
     * it was completed already, because this delivery is stored, the other one must be stored as well.
     */
    Custody share(RuleMessage message, long tick) {
        Receipt share = shareReceipt();
        if (share == null) {
            return books.ofStore(message, tick);
        }
        Custody sharing = new Custody(books, message.id(), tick, logged, false, share);
        // The receipt is listed already, with the delivery that it came with.
        sharing.shared = true;
        return sharing;
    }

    /** Splits the receipt in two; null if it was completed before. */
    @Nullable Receipt shareReceipt() {
        Receipt sender = receipt;
        if (sender == null) {
            return null;
        }
        Receipt both = shared ? sender : () -> completed(sender);
        shared = true;
        Receipt share = new SharedReceipt(both, 2);
        receipt = share;
        return share;
    }

    private void completed(Receipt sender) {
        synchronized (books.lock()) {
            books.open().remove(this);
        }
        sender.safe();
    }

    /** Removes the receipt and returns it, so that it is completed only once; null if it was removed before. */
    @Nullable Receipt takeReceipt() {
        Receipt taken = receipt;
        receipt = null;
        if (!shared) {
            books.open().remove(this);
        }
        return taken;
    }

    boolean isStored() {
        return stored;
    }

    /** True if a log keeps the message and the in-flight store does not. */
    boolean isOfLog() {
        return logged && !stored;
    }

    /** True if neither a log nor the in-flight store has been asked to keep the delivery. */
    boolean isOfSender() {
        return !logged && !stored;
    }

    /**
     * True if neither a log nor the in-flight store is known to have the delivery. A receipt that is still open means
     * that the write to the store may not have succeeded.
     */
    boolean isUncertain() {
        return !logged && (!stored || receipt != null);
    }

    /** Notes that the delivery is about to be {@link #put}. */
    void willBeStored() {
        stored = true;
    }

    /** Writes the row. Without the partition's lock. */
    synchronized CompletionStage<Void> put(InFlight delivery) {
        return removed ? CompletableFuture.completedStage(null) : books.store().put(delivery);
    }

    /** Reads the message of the row; null if there is no row. */
    CompletionStage<@Nullable RuleMessage> load(UUID delivery) {
        return books.store().load(delivery);
    }

    /** Removes the row for good. Without the partition's lock. */
    synchronized CompletionStage<Void> remove(InFlight delivery) {
        removed = true;
        return books.store().remove(delivery.deliveryId());
    }
}
