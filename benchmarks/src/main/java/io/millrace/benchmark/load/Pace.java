// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/** Determines when the next message of a device is due. */
@FunctionalInterface
interface Pace {

    /** Closed loop: a message is due as soon as there is room for it. */
    Pace CLOSED_LOOP = (_, now) -> now;

    /** The given number of messages, each as soon as there is room for it. */
    static Pace atMost(int messages) {
        return (turn, now) -> turn < messages ? now : now + Long.MAX_VALUE / 2;
    }

    /**
     * The time when a message is due, in nanoseconds of {@link System#nanoTime()}.
     *
     * @param turn number of earlier messages of the device in this phase
     * @param now the current time
     */
    long dueAt(int turn, long now);
}
