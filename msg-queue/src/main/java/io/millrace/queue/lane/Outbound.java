// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Source;
import io.millrace.queue.lane.account.Account;
import io.millrace.queue.lane.account.LaneAccounts;
import io.millrace.queue.lane.room.Room;
import io.millrace.queue.lane.room.SharedBudget;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are being written to a log: the room that they take, and their part of the ledger. Safe for many
 * threads.
 */
public final class Outbound {

    private static final int STRIPES = 16;

    private final Stripe[] stripes = new Stripe[STRIPES];
    private final SharedBudget budget;

    Outbound(Room room) {
        NamedQueue queue = new NamedQueue(QueueDefinition.MAIN);
        Arrays.setAll(stripes, _ -> new Stripe(new LaneAccounts(queue, room)));
        this.budget = room.budgets().outbound();
    }

    /** Bytes of the messages that are being written. */
    public long bytes() {
        return budget.held();
    }

    /** The limit of {@link #bytes}. */
    public long maxBytes() {
        return budget.capacity();
    }

    /** Takes a message in; returns null if there is no room for it. */
    public @Nullable Passage enter(RuleMessage message, Source source) {
        return stripeOf(message).enter(message, source);
    }

    /** Counts a message in the ledger that was lost before it was taken in. */
    public void drop(RuleMessage message, Source source) {
        stripeOf(message).drop(message, source);
    }

    private Stripe stripeOf(RuleMessage message) {
        return stripes[Math.floorMod(message.originator().id().hashCode(), STRIPES)];
    }

    List<LedgerLine> ledger() {
        return Stream.of(stripes).flatMap(stripe -> stripe.ledger().stream()).toList();
    }

    /** A message that is being written to the log. */
    public static final class Passage {

        private final Stripe stripe;
        private final Account account;
        private final long size;

        private Passage(Stripe stripe, Account account, long size) {
            this.stripe = stripe;
            this.account = account;
            this.size = size;
        }

        /** Notes that the log has the message. Called once. */
        public void arrived() {
            account.room().tenant().outbound().give(size);
            stripe.end(account);
        }
    }

    /** A part of the accounts with a lock of its own. */
    private static final class Stripe {

        private final LaneAccounts accounts;

        Stripe(LaneAccounts accounts) {
            this.accounts = accounts;
        }

        synchronized @Nullable Passage enter(RuleMessage message, Source source) {
            Account account = accounts.of(message);
            long size = Delivery.sizeOf(message);
            if (!account.room().tenant().outbound().take(size)) {
                return null;
            }
            account.takenIn(source, Place.BEING_SENT);
            return new Passage(this, account, size);
        }

        synchronized void drop(RuleMessage message, Source source) {
            accounts.of(message).dropped(source);
        }

        synchronized void end(Account account) {
            account.ended(Place.BEING_SENT, Outcome.HANDED_OVER);
        }

        synchronized List<LedgerLine> ledger() {
            return accounts.lines();
        }
    }
}
