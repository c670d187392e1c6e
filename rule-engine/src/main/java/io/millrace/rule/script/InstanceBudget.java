// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many instances the threads may keep together. Each thread is sure of its even part; beyond that it may keep more
 * while the total lasts, so that few busy threads have the use of all of it. At the worst, when one thread has taken
 * the total before the others claim their parts, nearly twice the total is kept for a while.
 */
final class InstanceBudget {

    private final int total;
    private final int sure;
    private final AtomicInteger kept = new AtomicInteger();

    InstanceBudget(int total, int threads) {
        this.total = total;
        this.sure = Math.max(1, total / threads);
    }

    /** Whether a thread that keeps so many instances may keep one more. */
    boolean allowsOneMoreThan(int own) {
        return own < sure || kept.get() < total;
    }

    void take() {
        kept.incrementAndGet();
    }

    void giveBack() {
        kept.decrementAndGet();
    }

    /** Instances that are kept, by all threads. */
    int kept() {
        return kept.get();
    }
}
