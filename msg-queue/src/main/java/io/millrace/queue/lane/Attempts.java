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
 * The attempts of a partition that are in the rule engine: the running ones, and the survivors, which were given up at
 * their deadline but have not come to rest. In a sequential queue a survivor delays the next message of its key, for at
 * most {@link #GRACE}. Guarded by the lock of its partition.
 */
final class Attempts {

    /** How long a key of a sequential queue waits for a survivor. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final LaneDependencies around;
    private final Lanes lanes;
    private final LinkedNodes<Delivery> running = new LinkedNodes<>();
    private final LinkedNodes<Delivery> survivors = new LinkedNodes<>();

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

    /** Ends the running attempts that are past the deadline, and returns them. */
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
        overdue.forEach(this::leave);
        return overdue;
    }

    /** Adds a survivor. Its delivery is decided when the attempt comes to rest, or after the grace period. */
    void letSurvive(RunningAttempt attempt, AttemptResult.Failed verdict) {
        Delivery delivery = attempt.delivery();
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

    /** Ends all deliveries that have an attempt here; results that come later are ignored. */
    List<Delivery> handOver() {
        List<Delivery> all = all();
        running.clear();
        survivors.clear();
        all.forEach(delivery -> delivery.end(Outcome.HANDED_OVER));
        return all;
    }

    /** Returns the deliveries that have an attempt here, the running ones first. */
    List<Delivery> all() {
        List<Delivery> all = new ArrayList<>(running.size() + survivors.size());
        running.forEach(all::add);
        survivors.forEach(all::add);
        return all;
    }

    /** The running attempts, the oldest first. */
    LinkedNodes<Delivery> running() {
        return running;
    }
}
