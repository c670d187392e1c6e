// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

/**
 * A bounded amount that is shared by dynamic thresholds: each share may hold up to a fixed multiple, its weight, of
 * what is still free. A single user gets a large part of it, many users get a fair part each, and a part stays free for
 * a new user although nothing is ever revoked. After A. K. Choudhury and E. L. Hahne, "Dynamic queue length thresholds
 * for shared-memory packet switches", IEEE/ACM Transactions on Networking 6(2), 1998. Safe for use by many threads:
 * concurrent requests may each be granted the same free amount, but never more than the capacity in all.
 */
public final class SharedBudget {

    private final long capacity;
    private final AtomicLong held = new AtomicLong();

    public SharedBudget(long capacity) {
        this.capacity = capacity;
    }

    public long capacity() {
        return capacity;
    }

    public long held() {
        return held.get();
    }

    public long free() {
        return capacity - held.get();
    }

    /** Takes an amount if the capacity allows it, without regard to shares. */
    public boolean take(long amount) {
        if (held.addAndGet(amount) > capacity) {
            held.addAndGet(-amount);
            return false;
        }
        return true;
    }

    /** The same, except that an amount larger than the capacity is taken while nothing else is held. */
    boolean takeOrAlone(long amount) {
        long now = held.addAndGet(amount);
        if (now > capacity && now != amount) {
            held.addAndGet(-amount);
            return false;
        }
        return true;
    }

    public void give(long amount) {
        held.addAndGet(-amount);
    }

    /** One user's share of a budget. */
    public static final class Share {

        private final SharedBudget whole;
        private final DoubleSupplier weight;
        private final long minimum;
        private final AtomicLong held = new AtomicLong();

        /**
         * @param weight factor of the free amount; read at each use
         * @param minimum amount that the share may hold even if little is free, up to the capacity
         */
        Share(SharedBudget whole, DoubleSupplier weight, long minimum) {
            this.whole = whole;
            this.weight = weight;
            this.minimum = minimum;
        }

        /** The amount that the share may hold now. */
        long limit() {
            return Math.max(minimum, (long) (weight.getAsDouble() * whole.free()));
        }

        boolean fits(long amount) {
            return held.get() + amount <= limit();
        }

        /** The same as {@link #fits}, except that any amount fits while the share holds nothing. */
        boolean fitsOrAlone(long amount) {
            long now = held.get();
            return now == 0 || now + amount <= limit();
        }

        public long held() {
            return held.get();
        }

        /** Adds an amount to this share that was taken from the budget already. */
        void hold(long amount) {
            held.addAndGet(amount);
        }

        void release(long amount) {
            held.addAndGet(-amount);
        }

        /** Takes an amount if both the share and the capacity allow it. */
        public boolean take(long amount) {
            if (!fits(amount) || !whole.take(amount)) {
                return false;
            }
            hold(amount);
            return true;
        }

        /** The same, except that an amount is taken whatever its size while nothing else is held. */
        public boolean takeOrAlone(long amount) {
            if (!fitsOrAlone(amount) || !whole.takeOrAlone(amount)) {
                return false;
            }
            hold(amount);
            return true;
        }

        /** Takes an amount whether there is room or not, for messages that are in memory already. */
        public void force(long amount) {
            whole.held.addAndGet(amount);
            hold(amount);
        }

        public void give(long amount) {
            release(amount);
            whole.give(amount);
        }
    }
}
