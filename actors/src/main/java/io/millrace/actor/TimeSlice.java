// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

/**
 * The time that one run of a mailbox may take. A look at the clock costs as much as many a message, so while messages are
 * quick it looks at every second, fourth, eighth, and in the end at every sixteenth of them only.
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

    /** Whether the next message that was processed calls for a look at the clock. */
    boolean wantsLook() {
        return --untilLook == 0;
    }

    /** Whether the time is up. */
    boolean isOverAt(long now) {
        boolean quick = (now - lastLook) / stride < length / (2 * LONGEST_STRIDE);
        stride = quick ? Math.min(2 * stride, LONGEST_STRIDE) : 1;
        untilLook = stride;
        lastLook = now;
        return now - end >= 0;
    }
}
