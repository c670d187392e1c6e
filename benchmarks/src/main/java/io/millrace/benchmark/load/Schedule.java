// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * Open loop: when which message is due, whatever became of the ones before. The devices take turns.
 *
 * @param start when the first message is due, in the nanoseconds of {@link System#nanoTime()}
 * @param perSecond messages a second of all devices together
 * @param devices how many take turns
 */
record Schedule(long start, int perSecond, int devices) {

    /** When a message is due, counted from 0 over all devices. */
    long dueAt(long message) {
        return start + (long) (message * (1e9 / perSecond));
    }

    /** How many messages of all devices are due at a time. */
    long dueBy(long now) {
        return now < start ? 0 : 1 + (long) ((now - start) / (1e9 / perSecond));
    }

    /** The turns of one device. */
    Pace paceOf(int device) {
        return (turn, _) -> dueAt((long) turn * devices + device);
    }
}
