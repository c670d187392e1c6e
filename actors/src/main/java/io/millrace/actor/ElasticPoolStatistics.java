// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.concurrent.atomic.LongAdder;

/**
 * What {@linkplain Routers#elastic elastic pools} have done and have to do: for several that were given the same one, together. Safe
 * for use by many threads. Whenever no pool changes, {@code submitted = completed + failed + discarded + waiting + running};
 * otherwise two numbers may be of two moments.
 */
public final class ElasticPoolStatistics {

    private final LongAdder submitted = new LongAdder();
    private final LongAdder rejected = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder discarded = new LongAdder();
    private final LongAdder waiting = new LongAdder();
    private final LongAdder running = new LongAdder();
    private final LongAdder size = new LongAdder();

    /** How many tasks were taken in. */
    public long submitted() {
        return submitted.sum();
    }

    /** How many tasks were refused because as many waited as may. */
    public long rejected() {
        return rejected.sum();
    }

    /** How many tasks a routee has processed without a failure. */
    public long completed() {
        return completed.sum();
    }

    /** How many tasks ended in a failure of their routee. */
    public long failed() {
        return failed.sum();
    }

    /** How many tasks became dead letters because the pool was stopped while they waited. */
    public long discarded() {
        return discarded.sum();
    }

    /** How many tasks wait now. */
    public int waiting() {
        return waiting.intValue();
    }

    /** How many tasks are in process now. */
    public int running() {
        return running.intValue();
    }

    /** How many routees there are now; one that waits for its restart counts. */
    public int size() {
        return size.intValue();
    }

    void submitted(boolean taken) {
        if (taken) {
            submitted.increment();
            waiting.increment();
        } else {
            rejected.increment();
        }
    }

    void begun() {
        waiting.decrement();
        running.increment();
    }

    void ended(boolean failure) {
        running.decrement();
        (failure ? failed : completed).increment();
    }

    void discarded(int tasks) {
        waiting.add(-tasks);
        discarded.add(tasks);
    }

    void sizeChanged(int by) {
        size.add(by);
    }
}
