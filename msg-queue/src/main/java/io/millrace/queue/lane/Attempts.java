// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
import io.millrace.queue.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of a partition that have begun an attempt and are not decided: the running ones; the survivors, whose
 * attempt was given up at its deadline but has not come to rest; and those that were given up. In a sequential queue a
 * survivor delays the next message of its key, for at most {@link #GRACE}. Guarded by the lock of its partition.
 */
final class Attempts {

    /** How long a key of a sequential queue waits for a survivor. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final LaneDependencies around;
    private final Lanes lanes;
    private final LinkedNodes<Delivery> running = new LinkedNodes<>();
    private final LinkedNodes<Delivery> survivors = new LinkedNodes<>();

    /**
     * Deliveries that are to be decided, and those whose dead letter is being written. One whose dead letter was refused,
     * because the lease is over, stays until the partition is handed over.
     */
    private final LinkedNodes<Delivery> givenUp = new LinkedNodes<>();

    Attempts(LaneDependencies around, Lanes lanes) {
        this.around = around;
        this.lanes = lanes;
    }

    /** An attempt that was given up, and the lease that it ran under, by which it is settled. */
    record Verdict(Delivery delivery, AttemptResult.Failed failed, @Nullable Lease lease) {}

    /** Begins an attempt. */
    void begin(RunningAttempt attempt) {
        long tick = around.ticker().getAsLong();
        attempt.delivery().begin(attempt, tick, around.clock().at(tick));
        running.append(attempt.delivery());
    }

    /** Ends an attempt. Its delivery keeps its room until it is decided. */
    void leave(RunningAttempt attempt) {
        Delivery delivery = attempt.delivery();
        delivery.leave();
        running.remove(delivery);
        Lane lane = delivery.lane();
        if (lane != null) {
            lanes.lineUp(lane);
        }
    }

    /** Ends the running attempts that are past the deadline, gives their deliveries up, and returns them. */
    List<RunningAttempt> giveUpOverdue(long now, Duration deadline) {
        List<RunningAttempt> overdue = new ArrayList<>();
        for (Delivery delivery = running.head();
                delivery != null && now - delivery.startedAt() >= deadline.toNanos();
                delivery = running.after(delivery)) {
            RunningAttempt attempt = delivery.running();
            if (attempt != null) {
                overdue.add(attempt);
            }
        }
        overdue.forEach(attempt -> {
            leave(attempt);
            giveUp(attempt.delivery());
        });
        return overdue;
    }

    /** Gives a delivery up, which is decided next. */
    void giveUp(Delivery delivery) {
        delivery.giveUp();
        givenUp.append(delivery);
    }

    /** Notes that a delivery which was given up is decided: it is retried, or has ended. */
    void decided(Delivery delivery) {
        givenUp.remove(delivery);
    }

    /** Adds a survivor. Its delivery is decided when the attempt comes to rest, or after the grace period. */
    void letSurvive(RunningAttempt attempt, AttemptResult.Failed verdict) {
        Delivery delivery = attempt.delivery();
        givenUp.remove(delivery);
        delivery.surviveWith(new Delivery.Survivor(attempt, verdict), around.clock().nanos());
        survivors.append(delivery);
    }

    /** True if the delivery of an attempt waits for it to come to rest. */
    boolean isSurvivor(RunningAttempt attempt) {
        Delivery.Survivor survivor = attempt.delivery().survivor();
        return survivor != null && survivor.attempt() == attempt;
    }

    /** Removes a survivor that has come to rest or whose grace period has passed. */
    Verdict endSurvivor(Delivery delivery) {
        Delivery.Survivor survivor = delivery.endSurvivor();
        survivors.remove(delivery);
        givenUp.append(delivery);
        return new Verdict(delivery, survivor.verdict(), survivor.attempt().lease());
    }

    /** Removes the survivors whose grace period has passed. */
    List<Verdict> endOldSurvivors(long now) {
        List<Verdict> ended = new ArrayList<>();
        for (Delivery delivery = survivors.head();
                delivery != null && now - delivery.startedAt() >= GRACE.toNanos();
                delivery = survivors.head()) {
            ended.add(endSurvivor(delivery));
        }
        return ended;
    }

    /** Ends all deliveries; results that come later are ignored. */
    List<Delivery> handOver() {
        List<Delivery> all = all();
        running.clear();
        survivors.clear();
        givenUp.clear();
        all.forEach(delivery -> delivery.end(Outcome.HANDED_OVER));
        return all;
    }

    /** Returns all deliveries, the running ones first. */
    List<Delivery> all() {
        List<Delivery> all = new ArrayList<>(running.size() + survivors.size() + givenUp.size());
        running.forEach(all::add);
        survivors.forEach(all::add);
        givenUp.forEach(all::add);
        return all;
    }

    boolean isEmpty() {
        return running.size() + survivors.size() + givenUp.size() == 0;
    }

    /** The running attempts, the oldest first. */
    LinkedNodes<Delivery> running() {
        return running;
    }
}
