// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.ArrayDeque;

/**
 * About when the offsets of a partition were read: a mark every {@value #STEP_MILLIS} milliseconds, not one for each offset. There
 * are at most as many as an {@link OffsetWindow} has offsets. For one thread.
 */
final class OffsetAges {

    private static final long STEP_MILLIS = 100;
    private static final long STEP = Duration.ofMillis(STEP_MILLIS).toNanos();

    private record Mark(long offset, long nanos) {}

    private final ArrayDeque<Mark> marks = new ArrayDeque<>();

    /** An offset, higher than all before, was read. */
    void read(long offset, long nanos) {
        Mark last = marks.peekLast();
        if (last == null || nanos - last.nanos() >= STEP) {
            marks.add(new Mark(offset, nanos));
        }
    }

    /** How long ago an offset was read; marks below it are forgotten. Zero if it was not read yet. */
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
