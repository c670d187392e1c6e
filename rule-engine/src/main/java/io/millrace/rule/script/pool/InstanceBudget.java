// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits how many instances the threads keep together. Each thread, also one of a caller, may always keep the share of a
 * thread of the pool; it may keep more while the total allows it, so that a few busy threads can use the whole total. In
 * the worst case, if one thread has taken the total before the others claim their shares, nearly twice the total is kept
 * for a while, and a share for each thread of a caller on top.
 */
final class InstanceBudget {

    private final int total;
    private final int sure;
    private final AtomicInteger kept = new AtomicInteger();

    InstanceBudget(int total, int threads) {
        this.total = total;
        this.sure = Math.max(1, total / threads);
    }

    /** True if a thread that keeps {@code own} instances may keep one more. */
    boolean allowsOneMoreThan(int own) {
        return own < sure || kept.get() < total;
    }

    void take() {
        kept.incrementAndGet();
    }

    void giveBack() {
        kept.decrementAndGet();
    }

    /** Number of instances that all threads keep. */
    int kept() {
        return kept.get();
    }
}
