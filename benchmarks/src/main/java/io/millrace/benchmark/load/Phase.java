// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * A period in which the devices published.
 *
 * @param began start in nanoseconds of {@link System#nanoTime()}
 * @param ended end in nanoseconds of {@link System#nanoTime()}
 * @param due number of messages that were due in an open loop; 0 in a closed one
 */
record Phase(long began, long ended, long due) {

    /** How long a due message may wait for others, in nanoseconds, because waking the event loop is expensive. */
    private static final long TICK = 200_000;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    /**
     * Lets the publishers publish for the given time, or until a connection breaks off. They continue until they are
     * stopped.
     */
    static Phase closedLoop(
            Fleet fleet, List<Publisher> publishers, Duration duration, boolean measured)
            throws InterruptedException {
        long began = System.nanoTime();
        fleet.run(() -> publishers.forEach(each -> each.begin(Pace.CLOSED_LOOP, measured)));
        fleet.awaitBreak(duration);
        return new Phase(began, System.nanoTime(), 0);
    }

    /**
     * Lets each device publish one reading and waits for the acknowledgements, or until a connection breaks off: the first
     * reading of a device costs more than others.
     *
     * @throws LoadException if they take longer than the given time
     */
    static void once(Fleet fleet, List<Publisher> publishers, Duration atMost)
            throws InterruptedException {
        long giveUpAt = System.nanoTime() + atMost.toNanos();
        fleet.run(() -> publishers.forEach(each -> each.begin(Pace.atMost(each.round()), false)));
        while (fleet.brokenOff() == null
                && publishers.stream().anyMatch(each -> each.acknowledged() < each.round())) {
            if (System.nanoTime() - giveUpAt > 0) {
                throw new LoadException(
                        "Not every device's first reading was acknowledged within %d s."
                                .formatted(atMost.toSeconds()));
            }
            fleet.awaitBreak(BETWEEN_LOOKS);
        }
    }

    /**
     * Lets the publishers publish {@code perSecond} messages a second for the given time, or until a connection breaks
     * off.
     */
    static Phase openLoop(
            Fleet fleet,
            List<Publisher> publishers,
            int perSecond,
            Duration duration,
            boolean measured) {
        return openLoop(fleet, publishers, perSecond, duration, measured, () -> false);
    }

    /** @param over whether it is to end before its time */
    static Phase openLoop(
            Fleet fleet,
            List<Publisher> publishers,
            int perSecond,
            Duration duration,
            boolean measured,
            BooleanSupplier over) {
        long began = System.nanoTime();
        long end = began + duration.toNanos();
        Schedule schedule = new Schedule(began, perSecond, publishers.size());
        fleet.run(() -> {
            for (int i = 0; i < publishers.size(); i++) {
                publishers.get(i).begin(schedule.paceOf(i), measured);
            }
        });
        long told = 0;
        long now;
        do {
            now = System.nanoTime();
            long due = schedule.dueBy(Math.min(now, end - 1));
            if (due > told) {
                long first = told;
                fleet.execute(() -> wake(publishers, first, due));
                told = due;
            }
            LockSupport.parkNanos(Math.max(TICK, Math.min(schedule.dueAt(due), end) - now));
        } while (now - end < 0 && fleet.brokenOff() == null && !over.getAsBoolean());
        return new Phase(began, now, told);
    }

    /** The same phase, with the given number of readings in each message that was due. */
    Phase timesDue(int readings) {
        return new Phase(began, ended, due * readings);
    }

    /** Wakes the publishers with due messages; once per publisher is enough. */
    private static void wake(List<Publisher> publishers, long first, long due) {
        long each = Math.min(due, first + publishers.size());
        for (long i = first; i < each; i++) {
            publishers.get((int) (i % publishers.size())).publishDue();
        }
    }
}
