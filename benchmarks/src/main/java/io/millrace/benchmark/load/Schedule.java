// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

/**
 * The schedule of an open loop: the times of the messages do not depend on earlier ones. The devices take turns.
 *
 * @param start when the first message is due, in nanoseconds of {@link System#nanoTime()}
 * @param perSecond messages per second of all devices together
 * @param devices number of devices
 */
record Schedule(long start, int perSecond, int devices) {

    /** The time when a message is due; messages are numbered from 0 over all devices. */
    long dueAt(long message) {
        return start + (long) (message * (1e9 / perSecond));
    }

    /** The number of messages of all devices that are due by a time. */
    long dueBy(long now) {
        return now < start ? 0 : 1 + (long) ((now - start) / (1e9 / perSecond));
    }

    /** The pace of one device. */
    Pace paceOf(int device) {
        return (turn, _) -> dueAt((long) turn * devices + device);
    }
}
