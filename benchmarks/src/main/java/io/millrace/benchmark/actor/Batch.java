// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.util.concurrent.CountDownLatch;

/**
 * Units of work that an actor is to begin and to see to their end. It belongs to the actor that gets it, so it needs no
 * lock.
 */
final class Batch implements Message {

    private final CountDownLatch done;
    private int toBegin;
    private int toEnd;

    /**
     * @param units 1 or more
     * @param done is counted down when the last unit has ended
     */
    Batch(int units, CountDownLatch done) {
        this.done = done;
        toBegin = units;
        toEnd = units;
    }

    /** What an actor has before its first batch. */
    static Batch none() {
        return new Batch(0, new CountDownLatch(0));
    }

    /** Whether there is a unit left; it counts as begun then. */
    boolean begin() {
        if (toBegin == 0) {
            return false;
        }
        toBegin--;
        return true;
    }

    void end() {
        toEnd--;
        if (toEnd == 0) {
            done.countDown();
        }
    }
}
