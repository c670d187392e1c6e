// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/**
 * A bounded amount that many share by dynamic thresholds: each may hold as much as a fixed multiple, its weight, of what
 * is still free. Whoever is alone gets a large part of it, among many each gets a fair one, and there is always
 * something left for a newcomer, though nothing is ever taken back. After A. K. Choudhury and E. L. Hahne, "Dynamic
 * queue length thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6(2), 1998. Safe for
 * use by many threads; of several that ask at once each may be let through by the same free amount, but never beyond the
 * capacity.
 */
final class SharedBudget {

    private final long capacity;
    private final AtomicLong held = new AtomicLong();

    SharedBudget(long capacity) {
        this.capacity = capacity;
    }

    long capacity() {
        return capacity;
    }

    long held() {
        return held.get();
    }

    long free() {
        return capacity - held.get();
    }

    /** Takes an amount if the capacity allows it, whoever asks. */
    boolean take(long amount) {
        if (held.addAndGet(amount) > capacity) {
            held.addAndGet(-amount);
            return false;
        }
        return true;
    }

    void give(long amount) {
        held.addAndGet(-amount);
    }

    /** What one of those who share a budget may hold of it. */
    static final class Share {

        private final SharedBudget whole;
        private final DoubleSupplier weight;
        private final long minimum;
        private final AtomicLong held = new AtomicLong();

        /**
         * @param weight times what is free; asked each time
         * @param minimum what the share may hold however little is free, while the capacity lasts
         */
        Share(SharedBudget whole, DoubleSupplier weight, long minimum) {
            this.whole = whole;
            this.weight = weight;
            this.minimum = minimum;
        }

        /** How much the share may hold now. */
        long limit() {
            return Math.max(minimum, (long) (weight.getAsDouble() * whole.free()));
        }

        boolean fits(long amount) {
            return held.get() + amount <= limit();
        }

        long held() {
            return held.get();
        }

        /** Notes an amount that was taken from the whole, or from a share in between. */
        void hold(long amount) {
            held.addAndGet(amount);
        }

        void release(long amount) {
            held.addAndGet(-amount);
        }

        /** Takes an amount if both the share and the capacity allow it. */
        boolean take(long amount) {
            if (!fits(amount) || !whole.take(amount)) {
                return false;
            }
            hold(amount);
            return true;
        }

        /** Takes an amount whether there is room or not, for what is in memory already. */
        void force(long amount) {
            whole.held.addAndGet(amount);
            hold(amount);
        }

        void give(long amount) {
            release(amount);
            whole.give(amount);
        }
    }
}
