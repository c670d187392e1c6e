// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Source;
import io.millrace.queue.lane.account.Account;
import io.millrace.queue.lane.account.LaneAccounts;
import io.millrace.queue.lane.room.Budgets;
import io.millrace.queue.lane.room.Room;
import io.millrace.queue.lane.room.SharedBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Messages that are being written to a log: the room that they take, and their part of the ledger. Messages that the
 * engine creates have room of their own, and can wait for it, in one line for each tenant. Safe for many threads.
 *
 * <p>The lock of the lines is taken before that of a stripe. A waiting message enters under it, so that no later one of
 * its tenant overtakes it; senders are notified without any lock.
 */
public final class Outbound {

    private static final int STRIPES = 16;

    private final Stripe[] stripes = new Stripe[STRIPES];
    private final SharedBudget fromDevices;
    private final SharedBudget made;

    /** The messages that wait, by tenant; each line has at least one. It is its own lock. */
    private final Map<TenantId, ArrayDeque<Waiting>> lines = new LinkedHashMap<>();

    /** Number of messages in the lines. Written under their lock. */
    private volatile int waiting;

    /** A message that waits for room. */
    public interface Waiting {

        RuleMessage message();

        Source source();

        /** False when the message must not enter any more. */
        boolean isWanted();

        /** The message enters. Called under the lock of the lines; it must not block. */
        void enter(Passage passage);

        /** Called after {@link #enter}, without any lock. */
        void entered();

        /** The message will not enter, because it is no longer wanted. Called without any lock. */
        void dropped();
    }

    Outbound(Room room) {
        NamedQueue queue = new NamedQueue(QueueDefinition.MAIN);
        Arrays.setAll(stripes, _ -> new Stripe(new LaneAccounts(queue, room)));
        this.fromDevices = room.budgets().outbound();
        this.made = room.budgets().outboundMade();
    }

    /** Bytes of the messages that are being written. */
    public long bytes() {
        return fromDevices.held() + made.held();
    }

    /** The limit of {@link #bytes}. */
    public long maxBytes() {
        return fromDevices.capacity() + made.capacity();
    }

    /** Number of messages that wait for room. */
    public int waiting() {
        return waiting;
    }

    /** Takes a message in; returns null if there is no room for it, or others of its tenant wait for room. */
    public @Nullable Passage enter(RuleMessage message, Source source) {
        if (waiting > 0 && !Budgets.isOutside(source)) {
            synchronized (lines) {
                return lines.containsKey(message.tenant())
                        ? null
                        : stripeOf(message).enter(message, source);
            }
        }
        return stripeOf(message).enter(message, source);
    }

    /** Takes a message in that the engine created, now or when there is room for it. */
    public void enterOrWait(Waiting entry) {
        if (waiting == 0 && enterNow(entry)) {
            entry.entered();
            return;
        }
        RuleMessage message = entry.message();
        synchronized (lines) {
            ArrayDeque<Waiting> line = lines.get(message.tenant());
            if (line != null || !enterNow(entry)) {
                if (line == null) {
                    line = new ArrayDeque<>();
                    lines.put(message.tenant(), line);
                }
                line.add(entry);
                waiting++;
                return;
            }
        }
        entry.entered();
    }

    private boolean enterNow(Waiting entry) {
        Passage passage = stripeOf(entry.message()).enter(entry.message(), entry.source());
        if (passage != null) {
            entry.enter(passage);
        }
        return passage != null;
    }

    /** Lets waiting messages enter for which there is room now. Called after messages have {@link Passage#arrived}. */
    public void admitWaiting() {
        if (waiting == 0) {
            return;
        }
        List<Waiting> admitted = new ArrayList<>();
        List<Waiting> dropped = new ArrayList<>();
        synchronized (lines) {
            for (ArrayDeque<Waiting> line : lines.values()) {
                admit(line, admitted, dropped);
            }
            waiting -= admitted.size() + dropped.size();
            removeEmptyLines();
        }
        admitted.forEach(Waiting::entered);
        dropped.forEach(Waiting::dropped);
    }

    private void admit(ArrayDeque<Waiting> line, List<Waiting> admitted, List<Waiting> dropped) {
        for (Waiting first = line.peek(); first != null; first = line.peek()) {
            if (!first.isWanted()) {
                dropped.add(first);
            } else if (enterNow(first)) {
                admitted.add(first);
            } else {
                return;
            }
            line.remove();
        }
    }

    /** Drops the waiting messages that are no longer wanted. Called at intervals. */
    public void dropUnwanted() {
        if (waiting == 0) {
            return;
        }
        List<Waiting> dropped = new ArrayList<>();
        synchronized (lines) {
            for (ArrayDeque<Waiting> line : lines.values()) {
                line.removeIf(entry -> !entry.isWanted() && dropped.add(entry));
            }
            waiting -= dropped.size();
            removeEmptyLines();
        }
        dropped.forEach(Waiting::dropped);
    }

    private void removeEmptyLines() {
        lines.values().removeIf(ArrayDeque::isEmpty);
    }

    /** Counts a message in the ledger that was lost before it was taken in. */
    public void drop(RuleMessage message, Source source) {
        stripeOf(message).drop(message, source);
    }

    private Stripe stripeOf(RuleMessage message) {
        return stripes[Math.floorMod(message.originator().id().hashCode(), STRIPES)];
    }

    void forget(TenantId tenant) {
        for (Stripe stripe : stripes) {
            stripe.forget(tenant);
        }
    }

    List<LedgerLine> ledger() {
        return Stream.of(stripes).flatMap(stripe -> stripe.ledger().stream()).toList();
    }

    /** A message that is being written to the log. */
    public static final class Passage {

        private final Stripe stripe;
        private final Account account;
        private final SharedBudget.Share share;
        private final long size;

        private Passage(Stripe stripe, Account account, SharedBudget.Share share, long size) {
            this.stripe = stripe;
            this.account = account;
            this.share = share;
            this.size = size;
        }

        /** Notes that the log has the message. Called once. */
        public void arrived() {
            share.give(size);
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
            SharedBudget.Share share = account.room().tenant().outbound(source);
            if (!(Budgets.isOutside(source) ? share.take(size) : share.takeOrAlone(size))) {
                return null;
            }
            account.takenIn(source, Place.BEING_SENT);
            return new Passage(this, account, share, size);
        }

        synchronized void drop(RuleMessage message, Source source) {
            accounts.of(message).dropped(source);
        }

        synchronized void end(Account account) {
            account.ended(Place.BEING_SENT, Outcome.HANDED_OVER);
        }

        synchronized void forget(TenantId tenant) {
            accounts.forget(tenant);
        }

        synchronized List<LedgerLine> ledger() {
            return accounts.lines();
        }
    }
}
