// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * The approximate times at which the offsets of a partition were read: one mark every {@value #STEP_MILLIS}
 * milliseconds, not one for each offset, and at most as many marks as an {@link OffsetWindow} has offsets. For one
 * thread.
 */
final class OffsetAges {

    private static final long STEP_MILLIS = 100;
    private static final long STEP = Duration.ofMillis(STEP_MILLIS).toNanos();

    private record Mark(long offset, long nanos) {}

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    /** Records that an offset was read; it must be higher than all before. */
    void read(long offset, long nanos) {
        Mark last = marks.peekLast();
        if (last == null || nanos - last.nanos() >= STEP) {
            marks.add(new Mark(offset, nanos));
        }
    }

    /** Time since an offset was read, or zero if it was not read yet; drops the marks below it. */
    Duration of(long offset, long nanos) {
        Mark before = null;
        for (Mark mark = marks.peek();
                mark != null && mark.offset() <= offset;
                mark = marks.peek()) {
            before = marks.remove();
        }
        if (before == null) {
            return Duration.ZERO;
        }
        marks.addFirst(before);
        return Duration.ofNanos(nanos - before.nanos());
    }
}
