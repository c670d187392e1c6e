// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.BitSet;

/**
 * The messages that a connection has sent, which are numbered from 0.
 *
 * @param count number of messages
 * @param measuredFrom number of the first message of the measured phase; {@code count} if there is none
 * @param measuredUntil time of the last acknowledgement in the measured phase, or else its start, in nanoseconds of
 *     {@link System#nanoTime()}; 0 without such a phase
 * @param acknowledged numbers of the messages that the server acknowledged
 */
record Sent(int count, int measuredFrom, long measuredUntil, BitSet acknowledged) {

    /** Every {@code step}-th of the messages, from {@code first}, numbered anew. */
    Sent every(int step, int first) {
        BitSet of = new BitSet();
        acknowledged.stream()
                .filter(number -> number % step == first)
                .forEach(number -> of.set(number / step));
        return new Sent(
                countBelow(count, step, first),
                countBelow(measuredFrom, step, first),
                measuredUntil,
                of);
    }

    private static int countBelow(int end, int step, int first) {
        return (end - first + step - 1) / step;
    }

    /** The readings of a device of which each message has one. */
    Published of(Device device, long firstTs) {
        return new Published(device, firstTs, count, measuredFrom, measuredUntil, acknowledged);
    }
}
