// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.lane.LanePartition;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The way of the messages that the engine makes for the originators of one partition: straight into the lanes if this
 * instance owns the partition, through the log otherwise. Changing from the log to the lanes must not let a message
 * overtake an earlier one of its sender, which may be unread in the log. So messages go into the lanes only when
 *
 * <ul>
 *   <li>every record has been read that was in the log when this instance last opened any partition: an earlier owner
 *       of the sender's partition may have written them;
 *   <li>every record of this kind has been read that this instance has written itself.
 * </ul>
 *
 * <p>When only the second is missing, messages are held for the moment until it is true, because new records would
 * put it off without end. Safe for use by many threads.
 */
final class MadeMessages implements WriteEnd {

    /** Where a message goes now. */
    enum Way {
        LOG,
        HELD,
        LANES,
        /** Nowhere: too many messages are held. */
        REFUSED
    }

    /** A message that is held. */
    interface Held {

        /** Sends the message its way; it is the log or the lanes. Called by one thread at a time, in order. */
        void go(Way way);
    }

    /** Largest number of messages that are held. */
    private static final int MOST_HELD = 10_000;

    private final ArrayDeque<Held> held = new ArrayDeque<>();

    /** The lanes if this instance owns the partition, or null. */
    private @Nullable LanePartition lanes;

    /** All records with lower offsets are in the lanes, or have ended. */
    private long position;

    /** The end of the log when this instance last opened a partition; meaningless while {@link #isEndUnknown}. */
    private long endAtOpening;

    private boolean isEndUnknown = true;

    /** The offset after the last record of this kind that this instance has written. */
    private long written;

    /** Number of records of this kind that are being written. */
    private int writing;

    /** The lanes while messages go straight into them; for readers without the lock. */
    private volatile @Nullable LanePartition open;

    /** The lanes into which messages go straight now, or null. */
    @Nullable LanePartition openLanes() {
        return open;
    }

    /** The lanes if this instance owns the partition, or null. */
    synchronized @Nullable LanePartition lanes() {
        return lanes;
    }

    /**
     * Chooses the way of a message, and keeps the message if it is held. A caller that gets {@link Way#LOG} notes the end
     * of its write.
     */
    synchronized Way choose(Held message) {
        Way way = held.isEmpty() ? wayOfHeld() : Way.HELD;
        if (way == Way.HELD && held.size() == MOST_HELD) {
            return Way.REFUSED;
        }
        if (way == Way.HELD) {
            held.add(message);
        } else if (way == Way.LOG) {
            writing++;
        }
        refresh();
        return way;
    }

    private Way wayOfHeld() {
        if (lanes == null || isEndUnknown || position < endAtOpening) {
            return Way.LOG;
        }
        return writing == 0 && position >= written ? Way.LANES : Way.HELD;
    }

    private void refresh() {
        open = held.isEmpty() && wayOfHeld() == Way.LANES ? lanes : null;
    }

    /** Chooses the log for a message that cannot be held, or whose lanes were closed meanwhile. */
    synchronized void choseLog() {
        writing++;
        refresh();
    }

    @Override
    public synchronized void written(long offset) {
        writing--;
        if (offset < 0) {
            isEndUnknown = true;
        } else {
            written = Math.max(written, offset + 1);
        }
        refresh();
    }

    @Override
    public synchronized void dropped() {
        writing--;
        refresh();
    }

    /** The partition is owned from now on; reading begins at an offset. */
    synchronized void opened(LanePartition newLanes, long first) {
        lanes = newLanes;
        position = first;
        isEndUnknown = true;
        refresh();
    }

    synchronized void closed() {
        lanes = null;
        refresh();
    }

    /** The instance opens a partition, so the end of the log must be asked for again. */
    synchronized void forgetEnd() {
        isEndUnknown = true;
        refresh();
    }

    synchronized boolean isEndUnknown() {
        return lanes != null && isEndUnknown;
    }

    synchronized void end(long offset) {
        endAtOpening = offset;
        isEndUnknown = false;
        refresh();
    }

    /** Notes that all records below an offset are in the lanes, or have ended. */
    synchronized void read(long offset) {
        position = offset;
        refresh();
    }

    /** Lets held messages go whose way is decided. Called by one thread at a time. */
    void release() {
        while (true) {
            Held first;
            Way way;
            synchronized (this) {
                first = held.peek();
                way = wayOfHeld();
                if (first == null || way == Way.HELD) {
                    return;
                }
                if (way == Way.LOG) {
                    writing++;
                }
            }
            // It stays in the line until it has gone, so that later ones line up behind it.
            first.go(way);
            synchronized (this) {
                held.remove();
                refresh();
            }
        }
    }

    /** Number of messages that are held. */
    synchronized int held() {
        return held.size();
    }

    /** True if nothing is known that a later owner of the partition would miss. */
    synchronized boolean isForgettable() {
        return lanes == null && writing == 0 && held.isEmpty();
    }
}
