// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import java.util.concurrent.atomic.LongAdder;

/**
 * The counts of one or more {@linkplain Routers#elastic elastic pools}: those that were given this object. Safe for
 * use by many threads. Whenever no pool changes, {@code submitted = completed + failed + discarded + waiting +
 * running}; at other times two counts may belong to different moments.
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

    /** The number of accepted tasks. */
    public long submitted() {
        return submitted.sum();
    }

    /** The number of tasks refused because the pool was full. */
    public long rejected() {
        return rejected.sum();
    }

    /** The number of tasks processed without a failure. */
    public long completed() {
        return completed.sum();
    }

    /** The number of tasks that ended in a failure of their routee. */
    public long failed() {
        return failed.sum();
    }

    /** The number of tasks that became dead letters because the pool was stopped while they waited. */
    public long discarded() {
        return discarded.sum();
    }

    /** The number of waiting tasks. */
    public int waiting() {
        return waiting.intValue();
    }

    /** The number of tasks in process. */
    public int running() {
        return running.intValue();
    }

    /** The number of routees, including those that wait for their restart. */
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
