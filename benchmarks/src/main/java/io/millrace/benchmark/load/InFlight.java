// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.Arrays;

/**
 * The messages of a connection that wait for their PUBACK, by packet identifier. Identifiers are reused as late as
 * possible, so that a duplicate acknowledgement is detected.
 */
final class InFlight {

    /** Number of packet identifiers in use. */
    private static final int IDENTIFIERS = 256;

    private static final int FREE = -1;

    private final int window;
    private final int[] numbers = new int[IDENTIFIERS + 1];
    private final long[] since = new long[IDENTIFIERS + 1];
    private int last;
    private int count;

    /** @param window maximum number of messages; less than {@value #IDENTIFIERS} */
    InFlight(int window) {
        this.window = window;
        Arrays.fill(numbers, FREE);
    }

    boolean isFull() {
        return count >= window;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /**
     * Adds a message. Call it only while {@link #isFull} is false.
     *
     * @param number number of the message among those of its device
     * @param from start of its latency, in nanoseconds of {@link System#nanoTime()}
     * @return its packet identifier
     */
    int add(int number, long from) {
        do {
            last = last % IDENTIFIERS + 1;
        } while (numbers[last] != FREE);
        numbers[last] = number;
        since[last] = from;
        count++;
        return last;
    }

    /** Start of the latency of the message that has this packet identifier, or had it last. */
    long since(int packetId) {
        return since[packetId];
    }

    /**
     * Removes a message, and returns its number.
     *
     * @throws IllegalStateException if no message with this identifier waits
     */
    int remove(int packetId) {
        int number = packetId > IDENTIFIERS ? FREE : numbers[packetId];
        if (number == FREE) {
            throw new IllegalStateException(
                    "PUBACK for packet %d, which waits for none".formatted(packetId));
        }
        numbers[packetId] = FREE;
        count--;
        return number;
    }
}
