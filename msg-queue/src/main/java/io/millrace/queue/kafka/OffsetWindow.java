// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which offsets of a partition have ended: all below the watermark, and some of the {@value #CAPACITY} above it. Offsets
 * are opened in ascending order and end in any. Safe for use by many threads.
 */
final class OffsetWindow {

    /** How far the highest offset may be above the watermark; a power of two. */
    static final int CAPACITY = 1 << 16;

    private final long[] ended = new long[CAPACITY / Long.SIZE];
    private long watermark;
    private long next;

    /** Above this nothing has ended. */
    private long end;

    private int open;

    /** A window of which nothing has ended from an offset on. */
    OffsetWindow(long watermark) {
        this.watermark = watermark;
        this.next = watermark;
        this.end = watermark;
    }

    /** The window that a commit left behind. */
    static OffsetWindow restore(long watermark, EndedOffsets ended) {
        OffsetWindow window = new OffsetWindow(watermark);
        ended.forEach((from, length) -> {
            for (long i = 0; i < length && from + i < CAPACITY; i++) {
                window.set(watermark + from + i);
                window.end = watermark + from + i + 1;
            }
        });
        return window;
    }

    /** Whether an offset fits in; one that does not must wait until the watermark has moved. */
    synchronized boolean fits(long offset) {
        return offset - watermark < CAPACITY || open == 0;
    }

    /**
     * Opens an offset that {@linkplain #fits fits}. Those that were left out since the last one hold nothing (the log is
     * compacted, or they are markers of its own) and count as ended.
     *
     * @return false if it has ended before
     */
    synchronized boolean open(long offset) {
        if (offset < next) {
            throw new IllegalArgumentException(
                    "expected an offset of at least %d, but got %d".formatted(next, offset));
        }
        if (open == 0 && offset - watermark >= CAPACITY) {
            Arrays.fill(ended, 0);
            watermark = offset;
        } else {
            for (long gap = next; gap < offset; gap++) {
                set(gap);
            }
        }
        next = offset + 1;
        end = Math.max(end, next);
        boolean isNew = !isSet(offset);
        if (isNew) {
            open++;
        }
        advance();
        return isNew;
    }

    /** An offset that was opened has ended. */
    synchronized void end(long offset) {
        if (offset < watermark || offset >= next || isSet(offset)) {
            throw new IllegalStateException("expected offset %d to be open".formatted(offset));
        }
        open--;
        set(offset);
        advance();
    }

    private void advance() {
        while (watermark < next && isSet(watermark)) {
            clear(watermark);
            watermark++;
        }
    }

    /** The first offset that has not ended. */
    synchronized long watermark() {
        return watermark;
    }

    /** How many offsets are open. */
    synchronized int open() {
        return open;
    }

    /** How far the highest offset that was opened is above the watermark. */
    synchronized int span() {
        return (int) (next - watermark);
    }

    /** The watermark with what has ended above it, as of one instant. */
    synchronized Progress progress() {
        List<EndedOffsets.Run> above = new ArrayList<>();
        long run = -1;
        for (long offset = watermark; offset < end; offset++) {
            boolean set = isSet(offset);
            if (set && run < 0) {
                run = offset;
            } else if (!set && run >= 0) {
                above.add(new EndedOffsets.Run(run - watermark, offset - run));
                run = -1;
            }
        }
        if (run >= 0) {
            above.add(new EndedOffsets.Run(run - watermark, end - run));
        }
        return new Progress(watermark, new EndedOffsets(above));
    }

    /** How far a partition has come. */
    record Progress(long watermark, EndedOffsets above) {}

    private boolean isSet(long offset) {
        return (ended[word(offset)] & bit(offset)) != 0;
    }

    private void set(long offset) {
        ended[word(offset)] |= bit(offset);
    }

    private void clear(long offset) {
        ended[word(offset)] &= ~bit(offset);
    }

    private static int word(long offset) {
        return (int) (offset & (CAPACITY - 1)) >>> 6;
    }

    private static long bit(long offset) {
        return 1L << (offset & 63);
    }
}
