// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The offsets of a partition that have ended: all below the watermark, and some of the {@value #CAPACITY} above it.
 * Offsets are opened in ascending order and end in any order. Safe for use by many threads.
 */
final class OffsetWindow {

    /** Greatest distance of an open offset from the watermark; a power of two. */
    static final int CAPACITY = 1 << 16;

    private final long[] ended = new long[CAPACITY / Long.SIZE];
    private long watermark;
    private long next;

    /** No offset from here on has ended. */
    private long end;

    private int open;

    /** A window in which no offset from the watermark on has ended. */
    OffsetWindow(long watermark) {
        this.watermark = watermark;
        this.next = watermark;
        this.end = watermark;
    }

    /** The window of a commit. */
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

    /** True if an offset fits in; others must wait until the watermark has moved. */
    synchronized boolean fits(long offset) {
        return offset - watermark < CAPACITY || open == 0;
    }

    /**
     * Opens an offset that {@linkplain #fits fits}. Skipped offsets hold no records (the log was compacted, or they are
     * control records) and count as ended.
     *
     * @return false if it has ended before
     */
    synchronized boolean open(long offset) {
        if (offset < next) {
            throw new IllegalArgumentException(
                    "expected an offset of at least %d, got %d".formatted(next, offset));
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

    /** Ends an open offset. */
    synchronized void end(long offset) {
        if (offset < watermark || offset >= next || isSet(offset)) {
            throw new IllegalStateException("offset %d is not open".formatted(offset));
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

    /** Number of open offsets. */
    synchronized int open() {
        return open;
    }

    /** Distance from the watermark to the end of the opened offsets. */
    synchronized int span() {
        return (int) (next - watermark);
    }

    /** The watermark and the ended offsets above it, at one instant. */
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

    /** Progress of a partition. */
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
