// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.Arrays;

/**
 * The messages of a connection that wait for their PUBACK, by packet identifier. An identifier is used again late, so
 * that an acknowledgement too many is noticed.
 */
final class InFlight {

    /** Packet identifiers in use. */
    private static final int IDENTIFIERS = 256;

    private static final int FREE = -1;

    private final int window;
    private final int[] numbers = new int[IDENTIFIERS + 1];
    private final long[] since = new long[IDENTIFIERS + 1];
    private int last;
    private int count;

    /** With room for so many messages, fewer than there are identifiers. */
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
     * Adds a message where there is room.
     *
     * @param number which message of its device it is
     * @param from when its latency begins
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

    /** When the latency of the message began that has this packet identifier, or was the last to have it. */
    long since(int packetId) {
        return since[packetId];
    }

    /**
     * Removes a message, and says which one of its device it was.
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
