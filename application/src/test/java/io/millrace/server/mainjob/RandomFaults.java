// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Faults of a cluster in an order that a seed decides. Kinds are dealt from a shuffled deck, so that none comes twice
 * before each has come once.
 */
final class RandomFaults {

    private static final Logger log = LoggerFactory.getLogger(RandomFaults.class);

    /** Instances are started last: a start needs the broker and the database. */
    private static final Comparator<Fault> ORDER_OF_REPAIR =
            Comparator.comparing(fault -> fault.part().startsWith("instance"));

    private final TestCluster cluster;
    private final RandomGenerator random;
    private final int atOnce;
    private final Deque<Supplier<Fault>> deck = new ArrayDeque<>();
    private final List<String> history = new ArrayList<>();

    /** @param atOnce the most faults at once; fewer than there are instances */
    RandomFaults(TestCluster cluster, RandomGenerator random, int atOnce) {
        this.cluster = cluster;
        this.random = random;
        this.atOnce = atOnce;
    }

    /** Breaks and repairs until the time is over; leaves everything repaired. */
    void happenFor(Duration time) throws Exception {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < time.toNanos()) {
            List<Fault> faults = deal(1 + random.nextInt(atOnce));
            history.add("%d s: %s".formatted((System.nanoTime() - begin) / 1_000_000_000, faults));
            log.info("faults: {}", history.getLast());
            long from = System.nanoTime();
            happen(faults);
            log.info("repaired after {} s", (System.nanoTime() - from) / 1_000_000_000);
            pass(Duration.ofMillis(random.nextInt(500, 3_000)));
        }
    }

    private void happen(List<Fault> faults) throws Exception {
        Deque<Fault> begun = new ArrayDeque<>();
        try {
            for (Fault fault : faults) {
                fault.begin(cluster);
                begun.add(fault);
            }
            pass(Collections.max(faults.stream().map(Fault::lasting).toList()));
        } finally {
            for (Fault fault : begun.stream().sorted(ORDER_OF_REPAIR).toList()) {
                fault.repair(cluster);
            }
        }
    }

    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Up to so many faults of different parts. */
    private List<Fault> deal(int count) {
        List<Fault> faults = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Fault fault = next();
            if (faults.stream().noneMatch(other -> other.part().equals(fault.part()))) {
                faults.add(fault);
            }
        }
        return faults;
    }

    private Fault next() {
        if (deck.isEmpty()) {
            deck.addAll(shuffled());
        }
        return deck.removeFirst().get();
    }

    private List<Supplier<Fault>> shuffled() {
        List<Supplier<Fault>> kinds =
                new ArrayList<>(
                        List.of(
                                () -> new Fault.InstanceKilled(instance(), millis(0, 8_000)),
                                // Shorter and longer than the six seconds after which an instance
                                // is replaced.
                                () -> new Fault.InstancePaused(instance(), millis(500, 5_000)),
                                () -> new Fault.InstancePaused(instance(), millis(7_000, 12_000)),
                                () -> new Fault.InstanceStopped(instance(), millis(0, 2_000)),
                                () -> new Fault.BrokerKilled(millis(0, 4_000)),
                                () -> new Fault.BrokerPaused(millis(1_000, 5_000)),
                                Fault.DatabaseKilled::new,
                                () -> new Fault.DatabasePaused(millis(1_000, 6_000))));
        for (int i = kinds.size() - 1; i > 0; i--) {
            Collections.swap(kinds, i, random.nextInt(i + 1));
        }
        return kinds;
    }

    private int instance() {
        return random.nextInt(cluster.instances().size());
    }

    private Duration millis(int least, int most) {
        return Duration.ofMillis(random.nextInt(least, most));
    }

    /** The faults that have happened, with the seconds after which they began. */
    @Override
    public String toString() {
        return history.toString();
    }
}
