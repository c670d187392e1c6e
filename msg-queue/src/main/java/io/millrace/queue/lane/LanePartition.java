// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
import io.millrace.queue.InFlight;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A partition of a queue, with a lock of its own. A delivery goes through it like this:
 *
 * <pre>
 *   submit ─▶ waiting (lane) ─▶ running ─▶ done ─────────────▶ ended
 *                   ▲              │
 *                   │              └─ failed, timed out ─▶ being buried ─▶ ended
 *                   └─ backing off ◀────────┘ retry
 * </pre>
 *
 * <p>"Being buried" is the place of a delivery whose dead letter is being written.
 *
 * <p>Attempts are started under the lock, so that an originator's order holds when several threads submit at once.
 * Stores, receipts and listeners are called outside it. The partition is closed until it is {@linkplain #open opened},
 * and may be opened again after it was handed over.
 */
public final class LanePartition {

    private final NamedQueue queue;
    private final LaneSettings settings;
    private final LaneDependencies around;
    private final Room room;
    private final DeliveryIds ids;

    private final LaneAccounts accounts;
    private final Lanes lanes;
    private final Attempts attempts;
    private final Retries retries;
    private final Settlement settlement;

    private boolean closed = true;

    /** The lease under which the partition writes while it is open; null for a single instance. */
    private @Nullable Lease lease;

    /** True if the partition is closed and will never be opened again. */
    private boolean dissolved;

    /** True if everything was handed over: a delivery that is decided from now on is not retried here. */
    private boolean handedOver;

    LanePartition(
            NamedQueue queue,
            LaneSettings settings,
            LaneDependencies around,
            Room room,
            DeliveryIds ids) {
        this.queue = queue;
        this.settings = settings;
        this.around = around;
        this.room = room;
        this.ids = ids;
        this.accounts = new LaneAccounts(queue, room);
        this.retries = new Retries(queue, settings.maxBackoff());
        this.lanes = new Lanes(queue, this, room, this::start);
        this.attempts = new Attempts(this, around, lanes);
        this.settlement = new Settlement(queue, around, room, retries, lanes, this);
    }

    public NamedQueue queue() {
        return queue;
    }

    /**
     * Takes a message in if there is room for it.
     *
     * @param receipt completed once, when the message's delivery has ended or is in the in-flight store
     */
    public synchronized Admission submit(RuleMessage message, Source source, Receipt receipt) {
        if (closed) {
            return Admission.CLOSED;
        }
        Account account = accounts.of(message);
        Lane lane = lanes.of(message);
        if (lanes.enter(lane, account.room)) {
            start(
                    accept(
                            ids.next(),
                            message,
                            source,
                            false,
                            account,
                            lane,
                            Place.RUNNING,
                            receipt));
        } else if (lanes.takeWaiting(lane, account.room, message, source)) {
            lanes.add(
                    lane,
                    accept(
                            ids.next(),
                            message,
                            source,
                            false,
                            account,
                            lane,
                            Place.WAITING,
                            receipt));
        } else {
            lanes.forgetIfIdle(lane);
            return Admission.FULL;
        }
        return Admission.ACCEPTED;
    }

    /**
     * Takes a message that was read from a log, even if there is no room: the reader of the log limits how much waits.
     * The log keeps the message until the receipt is completed.
     *
     * @param id identity of the delivery, the same whenever this offset of the log is read
     * @return false if the partition is closed
     */
    public synchronized boolean take(UUID id, RuleMessage message, Source source, Receipt receipt) {
        if (closed) {
            return false;
        }
        Account account = accounts.of(message);
        Lane lane = lanes.of(message);
        if (lanes.enter(lane, account.room)) {
            start(accept(id, message, source, true, account, lane, Place.RUNNING, receipt));
        } else {
            lanes.force(
                    lane, accept(id, message, source, true, account, lane, Place.WAITING, receipt));
        }
        return true;
    }

    private Delivery accept(
            UUID id,
            RuleMessage message,
            Source source,
            boolean logged,
            Account account,
            @Nullable Lane lane,
            Place place,
            @Nullable Receipt receipt) {
        long tick = around.ticker().getAsLong();
        return new Delivery(id, message, source, logged, account, lane, place, receipt, tick);
    }

    /**
     * Counts a message in the ledger that was lost before it was taken in.
     *
     * @return false if the partition is dissolved, because its part of the ledger is final
     */
    public synchronized boolean drop(RuleMessage message, Source source) {
        if (dissolved) {
            return false;
        }
        accounts.of(message).dropped(source);
        return true;
    }

    /**
     * Opens the partition, and takes in the deliveries that the in-flight store has kept. Their receipts were completed
     * when they were stored.
     *
     * @param newLease the lease under which the partition writes, or null for a single instance
     */
    public synchronized void open(@Nullable Lease newLease, List<InFlight> left) {
        lease = newLease;
        closed = false;
        handedOver = false;
        for (InFlight stored : left) {
            RuleMessage message = stored.message();
            Delivery delivery =
                    accept(
                            stored.deliveryId(),
                            message,
                            Source.REPLAYED,
                            false,
                            accounts.of(message),
                            null,
                            Place.WAITING,
                            null);
            delivery.attempts = stored.attempts();
            delivery.stored = true;
            Lane lane = lanes.of(message);
            delivery.lane = lane;
            lanes.force(lane, delivery);
        }
    }

    /** Starts the first message of a lane for which a place was taken while it stood in a line. */
    private void admitted(Lane lane) {
        ChainRoom unused;
        synchronized (this) {
            ChainRoom chain = lane.lined;
            unused = lanes.admit(lane) ? null : chain;
        }
        if (unused != null) {
            startAdmitted(room.leave(unused));
        }
    }

    static void startAdmitted(List<Lane> lanes) {
        for (Lane lane : lanes) {
            lane.partition.admitted(lane);
        }
    }

    private void start(Delivery delivery) {
        around.handler().start(attempts.begin(delivery, lease));
    }

    @Nullable Attempt detach(RunningAttempt parent, RuleMessage message) {
        boolean storeAtOnce;
        Delivery delivery;
        RunningAttempt attempt;
        synchronized (this) {
            Account account = accounts.of(message);
            if (parent.over || !account.room.tenant.detached.take(1)) {
                return null;
            }
            Receipt share = parent.delivery.shareReceipt();
            // The receipt of a stored parent is completed already, so the new delivery must be in
            // the store before the parent is removed from it. The store keeps the order of its
            // calls.
            storeAtOnce = share == null;
            boolean logged = parent.delivery.logged && !storeAtOnce;
            delivery =
                    accept(
                            ids.next(),
                            message,
                            Source.RULE_ENGINE,
                            logged,
                            account,
                            null,
                            Place.RUNNING,
                            share);
            delivery.stored = storeAtOnce;
            attempt = attempts.begin(delivery, lease);
        }
        if (storeAtOnce) {
            around.store(delivery.inFlight(), () -> around.listener().stored(message));
        }
        return attempt;
    }

    synchronized @Nullable Runnable shareReceipt(Delivery delivery) {
        Receipt share = delivery.shareReceipt();
        return share == null ? null : share::safe;
    }

    void end(RunningAttempt attempt, AttemptResult result) {
        Runnable after;
        synchronized (this) {
            attempt.atRest = true;
            Delivery delivery = attempt.delivery;
            if (attempt.over) {
                around.listener().lateResult(attempt.message());
                if (delivery.survivor != attempt) {
                    return;
                }
                after = settle(attempts.endSurvivor(delivery));
            } else {
                long tick = around.ticker().getAsLong();
                delivery.account.room.pace.answered(around.clock().at(tick) - delivery.startedAt);
                attempts.leave(attempt);
                after = settlement.settle(delivery, result, tick, attempt.lease());
            }
        }
        after.run();
    }

    /**
     * Ends attempts that are past their deadline, stores deliveries that take long, and restarts those whose back-off
     * has passed.
     */
    void sweep() {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            long tick = around.ticker().getAsLong();
            long now = around.clock().at(tick);
            storeSlow(attempts.running(), tick, after);
            storeSlow(lanes.made(), tick, after);
            for (RunningAttempt overdue :
                    attempts.giveUpOverdue(now, queue.definition().deadline())) {
                overdue.delivery.moveTo(Place.BEING_BURIED);
                after.add(() -> timeOut(overdue));
            }
            attempts.endOldSurvivors(now).forEach(verdict -> after.add(settle(verdict)));
            restartDue(now);
        }
        after.forEach(Runnable::run);
    }

    private void storeSlow(DeliveryList deliveries, long tick, List<Runnable> after) {
        long limit = settings.storeAfter().toNanos();
        for (Delivery delivery = deliveries.head();
                delivery != null && tick - delivery.sinceTick >= limit;
                delivery = delivery.next) {
            if (!delivery.stored && !delivery.logged) {
                after.add(settlement.storing(delivery));
            }
        }
    }

    private void timeOut(RunningAttempt attempt) {
        QueueDefinition definition = queue.definition();
        around.listener().timedOut(attempt.message());
        AttemptResult.Failed failed =
                attempt.givenUp("no result within " + definition.deadlineText());
        Delivery delivery = attempt.delivery;
        Runnable after;
        synchronized (this) {
            if (handedOver) {
                after = settlement.handOver(delivery);
            } else if (definition.submit().isSequential() && !attempt.atRest) {
                attempts.letSurvive(attempt, failed);
                return;
            } else {
                after = settlement.timedOut(delivery, failed, attempt.lease());
            }
        }
        after.run();
    }

    private Runnable settle(Attempts.Verdict verdict) {
        return settlement.timedOut(verdict.delivery(), verdict.failed(), verdict.lease());
    }

    private void restartDue(long now) {
        for (Delivery due = retries.removeDue(now); due != null; due = retries.removeDue(now)) {
            due.moveTo(Place.WAITING);
            lanes.addAgain(due);
        }
    }

    /**
     * Moves the oldest deliveries that a log keeps to the in-flight store, so that the log's offset can advance: a few
     * messages that take long must not hold back the many behind them.
     *
     * @param most the largest number of deliveries to move
     */
    public void relieveLog(int most) {
        List<Runnable> after;
        synchronized (this) {
            after =
                    unfinished().stream()
                            .filter(delivery -> delivery.logged && !delivery.stored)
                            .sorted(Comparator.comparingLong(delivery -> delivery.acceptedTick))
                            .limit(most)
                            .map(settlement::storing)
                            .toList();
        }
        after.forEach(Runnable::run);
    }

    /** Takes no more messages. */
    public synchronized void close() {
        closed = true;
    }

    /**
     * Closes the partition and hands over the deliveries that are not in the rule engine; those in the rule engine may
     * continue to their end.
     *
     * @return completes when all that were handed over are kept by the in-flight store or by a log
     */
    public CompletableFuture<Void> handOverWaiting() {
        List<Delivery> left = new ArrayList<>();
        synchronized (this) {
            closed = true;
            leaveWaiting(left);
        }
        return keep(left);
    }

    private void leaveWaiting(List<Delivery> left) {
        List<Delivery> waiting = new ArrayList<>(retries.clear());
        waiting.addAll(lanes.clear());
        waiting.forEach(delivery -> delivery.end(Outcome.HANDED_OVER));
        left.addAll(waiting);
    }

    private CompletableFuture<Void> keep(List<Delivery> left) {
        return CompletableFuture.allOf(
                left.stream()
                        .filter(LanePartition::isUnkept)
                        .sorted(Comparator.comparingLong(delivery -> delivery.acceptedTick))
                        .map(delivery -> around.inFlight().put(delivery.inFlight()))
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture[]::new));
    }

    /**
     * True if neither a log nor the in-flight store is known to have the delivery. A receipt that is still open means
     * that the write to the store may not have succeeded.
     */
    private static boolean isUnkept(Delivery delivery) {
        return !delivery.logged && (!delivery.stored || delivery.receipt != null);
    }

    /** True if no delivery is in the rule engine or being given up. */
    public synchronized boolean isAtRest() {
        return accounts.all().stream().allMatch(Account::isAtRest);
    }

    /**
     * Closes the partition finally, if nothing is in flight in it.
     *
     * @return its part of the ledger, which will not change any more; null if a delivery is in flight
     */
    synchronized @Nullable List<LedgerLine> dissolve() {
        if (!isIdle()) {
            return null;
        }
        closed = true;
        dissolved = true;
        return accounts.lines();
    }

    synchronized boolean isIdle() {
        return accounts.all().stream().allMatch(account -> account.inFlight() == 0);
    }

    /**
     * Closes the partition and hands over everything that has not ended, to the next start or another instance. Results
     * that come later are ignored.
     *
     * @return completes when all of it is kept by the in-flight store or by a log
     */
    public CompletableFuture<Void> handOver() {
        List<Delivery> left = new ArrayList<>();
        List<Lane> admitted = new ArrayList<>();
        synchronized (this) {
            closed = true;
            handedOver = true;
            for (Delivery delivery : attempts.clear()) {
                delivery.end(Outcome.HANDED_OVER);
                admitted.addAll(settlement.giveBack(delivery));
                left.add(delivery);
            }
            leaveWaiting(left);
        }
        startAdmitted(admitted);
        return keep(left);
    }

    private List<Delivery> unfinished() {
        List<Delivery> all = new ArrayList<>(lanes.all());
        all.addAll(attempts.all());
        all.addAll(retries.all());
        return all;
    }

    synchronized List<Unfinished> find(UUID message) {
        long tick = around.ticker().getAsLong();
        return unfinished().stream()
                .filter(delivery -> delivery.message.id().equals(message))
                .map(delivery -> delivery.unfinished(tick))
                .toList();
    }

    synchronized List<LedgerLine> ledger() {
        return accounts.lines();
    }

    synchronized int lanes() {
        return lanes.size();
    }
}
