// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Limits how many messages of a chain may be under way, so that no message spends most of its deadline waiting for
 * those before it. By Little's law a message stays for (messages under way) / (answers per second). While that time is
 * short, the limit doubles. When it exceeds a quarter of the deadline, and is much longer than a message needs by
 * itself, the limit follows the rate of answers. Messages over the limit wait in their lanes, where no deadline runs.
 * Messages that hang give no answers: if there are no answers at all, the limit rises, so that other messages get past
 * them. Safe for use by many threads.
 */
final class Pace {

    static final int INITIAL = 64;
    static final int LEAST = 4;

    /** Time over which the rate is averaged, and for which demand must last before it counts. */
    private static final double SECONDS = 1;

    /** The time that a message needs by itself is the shortest latency of the last one to two spans of this length. */
    private static final double SPAN_SECONDS = 30;

    private final int most;
    private final LongSupplier deadline;
    private final AtomicInteger answers = new AtomicInteger();
    private final AtomicLong quickest = new AtomicLong(Long.MAX_VALUE);
    private volatile int limit;

    private long lastTick;
    private double rate;
    private double wantedFor;
    private double silentFor;
    private double spanFor;
    private long quickestBefore = Long.MAX_VALUE;

    /**
     * @param most upper bound of the limit
     * @param deadline deadline of an attempt, in nanoseconds
     */
    Pace(int most, LongSupplier deadline, long now) {
        this.most = most;
        this.deadline = deadline;
        this.limit = Math.min(most, INITIAL);
        this.lastTick = now;
    }

    int limit() {
        return limit;
    }

    /** Notes that an attempt ended by itself, {@code latency} nanoseconds after it began. */
    void answered(long latency) {
        answers.incrementAndGet();
        if (latency < quickest.get()) {
            quickest.accumulateAndGet(latency, Math::min);
        }
    }

    /**
     * Adjusts the limit. Called about every 100 ms, by one thread at a time.
     *
     * @param wanted true if messages wait because of the limit
     */
    void tick(long now, boolean wanted) {
        double seconds = Math.max(1, now - lastTick) / 1e9;
        lastTick = now;
        int count = answers.getAndSet(0);
        double current = count / seconds;
        rate = rate == 0 ? current : rate + (current - rate) * Math.min(1, seconds / SECONDS);
        wantedFor = wanted ? wantedFor + seconds : 0;
        silentFor = count == 0 ? silentFor + seconds : 0;
        if (wanted) {
            adjust();
        }
        forgetOldLatency(seconds);
    }

    private void adjust() {
        double target = deadline.getAsLong() / 1e9 / 4;
        double stay = limit / rate;
        double need = Math.min(quickest.get(), quickestBefore) / 1e9;
        if (stay < target / 2 || silentFor >= SECONDS) {
            limit = Math.min(most, 2 * limit);
        } else if (stay > target && stay > 2 * need && wantedFor >= SECONDS) {
            limit = Math.max(LEAST, (int) (rate * target));
        }
    }

    private void forgetOldLatency(double seconds) {
        spanFor += seconds;
        if (spanFor >= SPAN_SECONDS) {
            spanFor = 0;
            quickestBefore = quickest.getAndSet(Long.MAX_VALUE);
        }
    }
}
