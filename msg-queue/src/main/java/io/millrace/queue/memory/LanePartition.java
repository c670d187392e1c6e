// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.queue.InFlight;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.Unfinished;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A part of the memory queue with a lock of its own. A delivery goes through it like this:
 *
 * <pre>
 *   submit ─▶ waiting (lane) ─▶ running ─▶ done ─────────────▶ ended
 *                   ▲              │
 *                   │              └─ failed, timed out ─▶ being buried ─▶ ended
 *                   └─ backing off ◀────────┘ retry
 * </pre>
 *
 * Attempts are started under the lock, so that an originator's order survives threads that submit at once. Stores,
 * receipts and listeners are called outside it.
 */
final class LanePartition {

    private final QueueDefinition queue;
    private final MemoryQueueSettings settings;
    private final Surroundings around;
    private final Room room;
    private final DeliveryIds ids;

    private final Accounts accounts;
    private final Lanes lanes;
    private final DeliveryList running = new DeliveryList();
    private final Retries retries;
    private final Settlement settlement;

    private boolean closed;

    LanePartition(
            QueueDefinition queue,
            MemoryQueueSettings settings,
            Surroundings around,
            Room room,
            DeliveryIds ids) {
        this.queue = queue;
        this.settings = settings;
        this.around = around;
        this.room = room;
        this.ids = ids;
        this.accounts = new Accounts(room);
        this.retries = new Retries(queue.retry(), settings.maxBackoff());
        this.settlement = new Settlement(queue, around, room, retries, this);
        this.lanes = new Lanes(this, room, this::start);
    }

    synchronized Admission submit(RuleMessage message, Source source, Receipt receipt) {
        if (closed) {
            return Admission.CLOSED;
        }
        Account account = accounts.of(message);
        Lane lane = lanes.of(message.originator());
        if (lanes.enter(lane, account.room)) {
            start(accept(message, source, account, lane, Place.RUNNING, receipt));
        } else if (lanes.takeWaiting(lane, account.room, message, source)) {
            lanes.add(lane, accept(message, source, account, lane, Place.WAITING, receipt));
        } else {
            lanes.forgetIfIdle(lane);
            return Admission.FULL;
        }
        return Admission.ACCEPTED;
    }

    private Delivery accept(
            RuleMessage message,
            Source source,
            Account account,
            Lane lane,
            Place place,
            Receipt receipt) {
        long tick = around.ticker().getAsLong();
        return new Delivery(ids.next(), message, source, account, lane, place, receipt, tick);
    }

    synchronized void drop(RuleMessage message, Source source) {
        accounts.of(message).dropped(source);
    }

    /** Takes in what the in-flight store kept over a restart; its sender was told long ago. */
    synchronized void redeliver(InFlight stored) {
        RuleMessage message = stored.message();
        Delivery delivery =
                new Delivery(
                        stored.deliveryId(),
                        message,
                        Source.REPLAYED,
                        accounts.of(message),
                        null,
                        Place.WAITING,
                        null,
                        around.ticker().getAsLong());
        delivery.attempts = stored.attempts();
        delivery.stored = true;
        lanes.addAnew(delivery);
    }

    /** A place was taken for the first message of a lane that stood in a line. */
    private void admitted(Lane lane) {
        ChainRoom inVain;
        synchronized (this) {
            ChainRoom chain = lane.lined;
            inVain = lanes.admit(lane) ? null : chain;
        }
        if (inVain != null) {
            startAdmitted(room.leave(inVain));
        }
    }

    static void startAdmitted(List<Lane> lanes) {
        for (Lane lane : lanes) {
            lane.partition.admitted(lane);
        }
    }

    private void start(Delivery delivery) {
        around.handler().start(begin(delivery));
    }

    private RunningAttempt begin(Delivery delivery) {
        RunningAttempt attempt = new RunningAttempt(delivery, this, delivery.attempts + 1);
        long tick = around.ticker().getAsLong();
        delivery.running = attempt;
        delivery.startedAt = around.clock().at(tick);
        delivery.sinceTick = tick;
        running.append(delivery);
        Lane lane = delivery.lane;
        if (lane != null) {
            lane.running++;
        }
        return attempt;
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
            Receipt sender = parent.delivery.takeReceipt();
            Receipt share = null;
            if (sender != null) {
                share = new SharedReceipt(sender, 2);
                parent.delivery.receipt = share;
            }
            // The sender of a stored parent trusts the store already, so its offspring must stand
            // there, too, before the parent leaves it. The store keeps the order of its calls.
            storeAtOnce = sender == null;
            delivery =
                    new Delivery(
                            ids.next(),
                            message,
                            Source.RULE_ENGINE,
                            account,
                            null,
                            Place.RUNNING,
                            share,
                            around.ticker().getAsLong());
            delivery.stored = storeAtOnce;
            attempt = begin(delivery);
        }
        if (storeAtOnce) {
            around.store(delivery.inFlight(), () -> around.listener().stored(message));
        }
        return attempt;
    }

    void end(RunningAttempt attempt, AttemptResult result) {
        Runnable after;
        synchronized (this) {
            if (attempt.over) {
                around.listener().lateResult(attempt.message());
                return;
            }
            Delivery delivery = attempt.delivery;
            long tick = around.ticker().getAsLong();
            delivery.account.room.pace.answered(around.clock().at(tick) - delivery.startedAt);
            leave(attempt);
            delivery.attempts = attempt.number();
            after = settlement.settle(delivery, result, tick);
        }
        after.run();
    }

    /** The attempt is over; its delivery keeps its place in the room until it is decided. */
    private void leave(RunningAttempt attempt) {
        attempt.over = true;
        Delivery delivery = attempt.delivery;
        delivery.running = null;
        running.remove(delivery);
        Lane lane = delivery.lane;
        if (lane != null) {
            lane.running--;
            lanes.lineUp(lane);
            lanes.forgetIfIdle(lane);
        }
    }

    /** Ends attempts that are past their deadline, stores what takes long, lets in again what is due. */
    void sweep() {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            long tick = around.ticker().getAsLong();
            long now = around.clock().at(tick);
            storeSlow(running, tick, after);
            storeSlow(lanes.made(), tick, after);
            endOverdue(now, after);
            restartDue(now);
        }
        after.forEach(Runnable::run);
    }

    private void storeSlow(DeliveryList deliveries, long tick, List<Runnable> after) {
        long limit = settings.storeAfter().toNanos();
        for (Delivery delivery = deliveries.head();
                delivery != null && tick - delivery.sinceTick >= limit;
                delivery = delivery.next) {
            if (!delivery.stored) {
                after.add(settlement.storing(delivery));
            }
        }
    }

    private void endOverdue(long now, List<Runnable> after) {
        long deadline = queue.deadline().toNanos();
        Delivery delivery = running.head();
        while (delivery != null && now - delivery.startedAt >= deadline) {
            Delivery next = delivery.next;
            RunningAttempt attempt = delivery.running;
            if (attempt != null) {
                leave(attempt);
                delivery.attempts = attempt.number();
                delivery.moveTo(Place.BEING_BURIED);
                after.add(() -> timeOut(attempt));
            }
            delivery = next;
        }
    }

    private void timeOut(RunningAttempt attempt) {
        around.listener().timedOut(attempt.message());
        AttemptResult.Failed failed = attempt.givenUp("no result within " + queue.deadlineText());
        Runnable after;
        synchronized (this) {
            after = settlement.timedOut(attempt.delivery, failed);
        }
        after.run();
    }

    private void restartDue(long now) {
        for (Delivery due = retries.removeDue(now); due != null; due = retries.removeDue(now)) {
            due.moveTo(Place.WAITING);
            lanes.addAnew(due);
        }
    }

    synchronized void close() {
        closed = true;
    }

    synchronized boolean isIdle() {
        return accounts.all().stream().allMatch(account -> account.inFlight() == 0);
    }

    /**
     * Gives up everything that has not ended, for the next start: what ends from now on ends too late.
     *
     * @return those that the in-flight store does not have yet
     */
    synchronized List<InFlight> handOver() {
        List<Delivery> left = new ArrayList<>();
        for (Delivery delivery = running.head(); delivery != null; delivery = running.head()) {
            left.add(delivery);
            running.remove(delivery);
            RunningAttempt attempt = delivery.running;
            if (attempt != null) {
                attempt.over = true;
            }
        }
        left.addAll(lanes.clear());
        left.addAll(retries.clear());
        left.forEach(delivery -> delivery.end(Outcome.HANDED_OVER));
        return left.stream().filter(delivery -> !delivery.stored).map(Delivery::inFlight).toList();
    }

    synchronized List<Unfinished> find(UUID message) {
        List<Delivery> all = new ArrayList<>(lanes.all());
        for (Delivery delivery = running.head(); delivery != null; delivery = delivery.next) {
            all.add(delivery);
        }
        all.addAll(retries.all());
        long tick = around.ticker().getAsLong();
        return all.stream()
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
