// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.actor;

import java.util.concurrent.CountDownLatch;

/** Units of work that an actor starts and completes. It belongs to the actor that receives it, so it needs no lock. */
final class Batch implements Message {

    private final CountDownLatch done;
    private int toBegin;
    private int toEnd;

    /**
     * @param units 1 or more
     * @param done counted down when the last unit has ended
     */
    Batch(int units, CountDownLatch done) {
        this.done = done;
        toBegin = units;
        toEnd = units;
    }

    /** The empty batch, which an actor has before its first one. */
    static Batch none() {
        return new Batch(0, new CountDownLatch(0));
    }

    /** Starts the next unit; false if none is left. */
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
