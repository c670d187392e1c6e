// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

/**
 * The time limit of one run of a mailbox. Reading the clock costs as much as processing a short message, so while
 * messages are short the clock is read only after every second, fourth, eighth, and at last every sixteenth message.
 */
final class TimeSlice {

    private static final int LONGEST_STRIDE = 16;

    private final long length;
    private final long end;
    private long lastLook;
    private int stride = 1;
    private int untilLook = 1;

    TimeSlice(long nanos, long now) {
        this.length = nanos;
        this.end = now + nanos;
        this.lastLook = now;
    }

    /** Counts a processed message; true if the clock must be read now. */
    boolean wantsLook() {
        return --untilLook == 0;
    }

    /** True if the time is over. */
    boolean isOverAt(long now) {
        boolean quick = (now - lastLook) / stride < length / (2 * LONGEST_STRIDE);
        stride = quick ? Math.min(2 * stride, LONGEST_STRIDE) : 1;
        untilLook = stride;
        lastLook = now;
        return now - end >= 0;
    }
}
