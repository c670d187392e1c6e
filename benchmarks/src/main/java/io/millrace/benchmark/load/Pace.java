// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/** Says when one device's next message is due. */
@FunctionalInterface
interface Pace {

    /** Closed loop: a message is due as soon as there is room for it. */
    Pace CLOSED_LOOP = (_, now) -> now;

    /**
     * When a message is due, in the nanoseconds of {@link System#nanoTime()}.
     *
     * @param turn how many messages of the device came before in this phase
     * @param now the present time
     */
    long dueAt(int turn, long now);
}
