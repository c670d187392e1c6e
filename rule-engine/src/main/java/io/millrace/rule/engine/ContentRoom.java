// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that all attempts under way may use for the contents of their paths. The first bytes of each attempt are
 * not counted here, so that attempts with small messages share no counter. Safe for use by many threads.
 */
final class ContentRoom {

    private static final long LEAST = 8L << 20;

    private final long most;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refused = new LongAdder();

    /** @param most maximum number of bytes */
    ContentRoom(long most) {
        this.most = most;
    }

    /** Returns the room for a heap of this many bytes: a sixteenth of it, and at least 8 MiB. */
    static ContentRoom forHeap(long bytes) {
        return new ContentRoom(Math.max(LEAST, bytes / 16));
    }

    /** Takes room; returns false if there is not enough. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) <= most) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }

    long used() {
        return used.get();
    }

    /** Counts the contents of one visit that are not kept. */
    void refused() {
        refused.increment();
    }

    /** The number of visits to nodes whose contents were not kept, because an attempt or all of them held too much. */
    long refusals() {
        return refused.sum();
    }
}
