// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
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

    private final LanePartition partition;
    private final LaneDependencies around;
    private final Lanes lanes;
    private final DeliveryList running = new DeliveryList();
    private final DeliveryList survivors = new DeliveryList();

    Attempts(LanePartition partition, LaneDependencies around, Lanes lanes) {
        this.partition = partition;
        this.around = around;
        this.lanes = lanes;
    }

    /** An attempt that was given up, and the lease that it ran under, by which it is settled. */
    record Verdict(Delivery delivery, AttemptResult.Failed failed, @Nullable Lease lease) {}

    RunningAttempt begin(Delivery delivery, @Nullable Lease lease) {
        RunningAttempt attempt =
                new RunningAttempt(delivery, partition, delivery.attempts + 1, lease);
        long tick = around.ticker().getAsLong();
        delivery.running = attempt;
        delivery.startedAt = around.clock().at(tick);
        delivery.sinceTick = tick;
        running.append(delivery);
        Lane lane = delivery.lane;
        if (lane != null) {
            lane.running++;
            lane.undecided++;
        }
        return attempt;
    }

    /** Ends an attempt. Its delivery keeps its place in the room until it is decided. */
    void leave(RunningAttempt attempt) {
        attempt.over = true;
        Delivery delivery = attempt.delivery;
        delivery.running = null;
        delivery.attempts = attempt.number();
        running.remove(delivery);
        Lane lane = delivery.lane;
        if (lane != null) {
            lane.running--;
            lanes.lineUp(lane);
        }
    }

    /** Ends the running attempts that are past the deadline, and returns them. */
    List<RunningAttempt> giveUpOverdue(long now, Duration deadline) {
        List<RunningAttempt> overdue = new ArrayList<>();
        for (Delivery delivery = running.head();
                delivery != null && now - delivery.startedAt >= deadline.toNanos();
                delivery = delivery.next) {
            if (delivery.running != null) {
                overdue.add(delivery.running);
            }
        }
        overdue.forEach(this::leave);
        return overdue;
    }

    /** Adds a survivor. Its delivery is decided when the attempt comes to rest, or after the grace period. */
    void letSurvive(RunningAttempt attempt, AttemptResult.Failed verdict) {
        Delivery delivery = attempt.delivery;
        delivery.survivor = attempt;
        delivery.verdict = verdict;
        delivery.startedAt = around.clock().nanos();
        survivors.append(delivery);
    }

    /** Removes a survivor that has come to rest or whose grace period has passed. */
    Verdict endSurvivor(Delivery delivery) {
        AttemptResult.Failed failed = delivery.verdict;
        RunningAttempt survivor = delivery.survivor;
        if (failed == null || survivor == null) {
            throw new IllegalStateException("expected a verdict on an attempt that was given up");
        }
        survivors.remove(delivery);
        delivery.survivor = null;
        delivery.verdict = null;
        return new Verdict(delivery, failed, survivor.lease());
    }

    /** Removes the survivors whose grace period has passed. */
    List<Verdict> endOldSurvivors(long now) {
        List<Verdict> ended = new ArrayList<>();
        for (Delivery delivery = survivors.head();
                delivery != null && now - delivery.startedAt >= GRACE.toNanos();
                delivery = survivors.head()) {
            ended.add(endSurvivor(delivery));
        }
        return ended;
    }

    /** Removes all attempts; results that they bring later are ignored. */
    List<Delivery> clear() {
        List<Delivery> all = all();
        for (Delivery delivery = running.head(); delivery != null; delivery = running.head()) {
            running.remove(delivery);
            if (delivery.running != null) {
                delivery.running.over = true;
            }
        }
        for (Delivery delivery = survivors.head(); delivery != null; delivery = survivors.head()) {
            survivors.remove(delivery);
            delivery.survivor = null;
        }
        return all;
    }

    /** Returns the deliveries that have an attempt here, the running ones first. */
    List<Delivery> all() {
        List<Delivery> all = new ArrayList<>(running.size() + survivors.size());
        addTo(all, running);
        addTo(all, survivors);
        return all;
    }

    private static void addTo(List<Delivery> all, DeliveryList some) {
        for (Delivery delivery = some.head(); delivery != null; delivery = delivery.next) {
            all.add(delivery);
        }
    }

    /** The running attempts, the oldest first. */
    DeliveryList running() {
        return running;
    }
}
