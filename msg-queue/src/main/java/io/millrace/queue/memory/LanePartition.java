// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.InFlight;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Receipt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * A part of the memory queue with a lock of its own. A delivery goes through it like this:
 *
 * <pre>
 *   submit ─▶ waiting (lane) ─▶ running ─▶ done ────────────────▶ ended
 *                                 │  ▲
 *                                 │  └─ backing off ◀─┐ retry
 *                                 └─ failed, timed out ┴─▶ dead letter is being written ─▶ ended
 * </pre>
 *
 * Attempts are started under the lock, so that an originator's order survives threads that submit at once. Stores,
 * receipts and listeners are called outside it.
 */
final class LanePartition {

    private final QueueDefinition queue;
    private final MemoryQueueSettings settings;
    private final Surroundings around;
    private final DeliveryIds ids;

    private final Lanes lanes = new Lanes();
    private final RunningList running = new RunningList();
    private final PriorityQueue<BackingOff> backingOff =
            new PriorityQueue<>(Comparator.comparingLong(BackingOff::due));

    /** Deliveries whose attempt is over and whose dead letter is not on disk; they keep their place. */
    private int undecided;

    private int detached;
    private boolean closed;

    LanePartition(
            QueueDefinition queue,
            MemoryQueueSettings settings,
            Surroundings around,
            DeliveryIds ids) {
        this.queue = queue;
        this.settings = settings;
        this.around = around;
        this.ids = ids;
    }

    /** A delivery that waits for its next attempt, due by the clock that stands still in an outage. */
    private record BackingOff(Delivery delivery, long due) {}

    Admission submit(RuleMessage message, Receipt receipt) {
        synchronized (this) {
            if (closed) {
                return Admission.CLOSED;
            }
            boolean startNow = hasRoom() && !lanes.isWaiting(message.originator());
            if (!startNow
                    && (lanes.size() >= settings.maxWaiting()
                            || lanes.bytes() >= settings.maxWaitingBytes())) {
                return Admission.FULL;
            }
            around.listener().accepted(message);
            Delivery delivery = new Delivery(ids.next(), message, false, receipt);
            if (startNow) {
                start(delivery);
            } else {
                lanes.add(delivery);
            }
            return Admission.ACCEPTED;
        }
    }

    /** Takes in what the in-flight store kept over a restart; its sender was told long ago. */
    synchronized void redeliver(InFlight stored) {
        around.listener().accepted(stored.message());
        Delivery delivery = new Delivery(stored.deliveryId(), stored.message(), false, null);
        delivery.attempts = stored.attempts();
        delivery.stored = true;
        lanes.add(delivery);
        startWaiting();
    }

    private boolean hasRoom() {
        return running.size() - detached + undecided < settings.maxRunning();
    }

    private void startWaiting() {
        while (hasRoom()) {
            Delivery delivery = lanes.next();
            if (delivery == null) {
                return;
            }
            start(delivery);
        }
    }

    private void start(Delivery delivery) {
        RunningAttempt attempt = begin(delivery);
        around.handler().start(attempt);
    }

    private RunningAttempt begin(Delivery delivery) {
        RunningAttempt attempt = new RunningAttempt(delivery, this, delivery.attempts + 1);
        delivery.running = attempt;
        delivery.startedAt = around.clock().nanos();
        delivery.startedTick = around.ticker().getAsLong();
        running.append(delivery);
        if (delivery.detached) {
            detached++;
        }
        return attempt;
    }

    @Nullable Attempt detach(RunningAttempt parent, RuleMessage message) {
        boolean storeAtOnce;
        Delivery delivery;
        RunningAttempt attempt;
        synchronized (this) {
            if (parent.over || detached >= settings.maxDetached()) {
                return null;
            }
            Receipt sender = parent.delivery.takeReceipt();
            Receipt share = null;
            if (sender != null) {
                share = new SharedReceipt(sender, 2);
                parent.delivery.receipt = share;
            }
            // The sender of a stored parent trusts the store already, so its offspring must stand
            // there, too, before
            // the parent leaves it. The store keeps the order of its calls.
            storeAtOnce = sender == null;
            delivery = new Delivery(ids.next(), message, true, share);
            delivery.stored = storeAtOnce;
            attempt = begin(delivery);
        }
        around.listener().accepted(message);
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
            leave(attempt);
            after = decide(attempt, result);
            startWaiting();
        }
        after.run();
    }

    private void leave(RunningAttempt attempt) {
        attempt.over = true;
        Delivery delivery = attempt.delivery;
        delivery.running = null;
        running.remove(delivery);
        if (delivery.detached) {
            detached--;
        }
    }

    private Runnable decide(RunningAttempt attempt, AttemptResult result) {
        Delivery delivery = attempt.delivery;
        return switch (result) {
            case AttemptResult.Done _ -> finish(delivery, Outcome.DONE);
            case AttemptResult.DoneWithoutEffect _ -> finish(delivery, Outcome.DONE_WITHOUT_EFFECT);
            case AttemptResult.Failed failed -> retryOrGiveUp(attempt, failed, false);
        };
    }

    private Runnable finish(Delivery delivery, Outcome outcome) {
        Receipt receipt = delivery.takeReceipt();
        return () -> {
            if (delivery.stored) {
                around.forget(delivery.id);
            }
            around.listener().ended(delivery.message, outcome);
            if (receipt != null) {
                receipt.safe();
            }
        };
    }

    private Runnable retryOrGiveUp(
            RunningAttempt attempt, AttemptResult.Failed failed, boolean timedOut) {
        Delivery delivery = attempt.delivery;
        delivery.attempts = attempt.number();
        if (queue.retry().retries(attempt.number(), timedOut)
                && backingOff.size() < settings.maxBackoff()) {
            long pause = queue.retry().backoffAfter(attempt.number()).toNanos();
            backingOff.add(new BackingOff(delivery, around.clock().nanos() + pause));
            return storing(delivery);
        }
        undecided++;
        DeadLetter letter =
                new DeadLetter(
                        delivery.id,
                        delivery.message,
                        queue.name(),
                        failed.failure(),
                        failed.path(),
                        attempt.number(),
                        around.wallClock().instant());
        return () -> around.bury(letter, () -> buried(delivery));
    }

    private void buried(Delivery delivery) {
        Runnable after;
        synchronized (this) {
            undecided--;
            after = finish(delivery, Outcome.DEAD_LETTERED);
            startWaiting();
        }
        after.run();
    }

    /** Ends attempts that are past their deadline, stores what takes long, starts what is due again. */
    void sweep() {
        List<Runnable> after = new ArrayList<>();
        synchronized (this) {
            long now = around.clock().nanos();
            storeSlow(around.ticker().getAsLong(), after);
            endOverdue(now, after);
            restartDue(now);
            startWaiting();
        }
        after.forEach(Runnable::run);
    }

    private void storeSlow(long tick, List<Runnable> after) {
        long limit = settings.storeAfter().toNanos();
        for (Delivery delivery = running.head();
                delivery != null && tick - delivery.startedTick >= limit;
                delivery = delivery.next) {
            if (!delivery.stored) {
                after.add(storing(delivery));
            }
        }
    }

    private Runnable storing(Delivery delivery) {
        delivery.stored = true;
        InFlight inFlight = delivery.inFlight();
        return () -> around.store(inFlight, () -> tellStored(delivery));
    }

    private void tellStored(Delivery delivery) {
        Receipt receipt;
        synchronized (this) {
            receipt = delivery.takeReceipt();
        }
        around.listener().stored(delivery.message);
        if (receipt != null) {
            receipt.safe();
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
                undecided++;
                after.add(() -> timeOut(attempt));
            }
            delivery = next;
        }
    }

    private void timeOut(RunningAttempt attempt) {
        around.listener().timedOut(attempt.message());
        AttemptResult.Failed failed =
                attempt.givenUp("no result within " + readable(queue.deadline()));
        Runnable after;
        synchronized (this) {
            undecided--;
            after = retryOrGiveUp(attempt, failed, true);
        }
        after.run();
    }

    private static String readable(Duration duration) {
        return duration.toMillis() % 1_000 == 0
                ? duration.toSeconds() + " s"
                : duration.toMillis() + " ms";
    }

    private void restartDue(long now) {
        while (true) {
            BackingOff first = backingOff.peek();
            if (first == null || first.due() > now || !hasRoom()) {
                return;
            }
            backingOff.remove();
            start(first.delivery());
        }
    }

    synchronized void close() {
        closed = true;
    }

    synchronized boolean isIdle() {
        return running.size() == 0 && lanes.size() == 0 && undecided == 0 && backingOff.isEmpty();
    }

    /** Hands everything that has not ended to the in-flight store, for the next start. */
    synchronized List<Delivery> unfinished() {
        List<Delivery> left = new ArrayList<>();
        for (Delivery delivery = running.head(); delivery != null; delivery = delivery.next) {
            left.add(delivery);
        }
        for (Delivery delivery = lanes.next(); delivery != null; delivery = lanes.next()) {
            left.add(delivery);
        }
        left.removeIf(delivery -> delivery.stored);
        left.forEach(delivery -> delivery.stored = true);
        return left;
    }

    synchronized Load load() {
        return new Load(running.size(), lanes.size(), backingOff.size(), undecided);
    }

    /** How many deliveries are where. */
    record Load(int running, int waiting, int backingOff, int undecided) {}
}
