// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

/**
 * What one tenant may have in the history of this instance: messages in an hour, and bytes that wait to be written.
 * Thread-safe: the monitor guards all its state.
 */
final class TenantShare {

    private static final long HOUR_MILLIS = 3_600_000;

    /** Whether a message fits into the hour. */
    enum Place {
        FREE,
        /** The first one that does not fit. */
        JUST_FULL,
        FULL
    }

    private final int perHour;
    private final long mostBytes;
    private long hourStart = Long.MIN_VALUE / 2;
    private int inHour;
    private long bytes;
    private long notKept;

    TenantShare(int perHour, long mostBytes) {
        this.perHour = perHour;
        this.mostBytes = mostBytes;
    }

    /**
     * Takes a place in the hour, which begins with the first message after the last one.
     *
     * @param now milliseconds since the epoch
     */
    synchronized Place takePlace(long now) {
        if (now - hourStart >= HOUR_MILLIS || now < hourStart) {
            hourStart = now;
            inHour = 0;
        }
        inHour = Math.min(inHour + 1, perHour + 2);
        if (inHour <= perHour) {
            return Place.FREE;
        }
        return inHour == perHour + 1 ? Place.JUST_FULL : Place.FULL;
    }

    /** Takes room for bytes that wait; returns false if there is not enough. One message always has room. */
    synchronized boolean takeRoom(long more) {
        if (bytes > 0 && bytes + more > mostBytes) {
            return false;
        }
        bytes += more;
        return true;
    }

    synchronized void giveRoomBack(long written) {
        bytes -= written;
    }

    synchronized void countNotKept() {
        notKept++;
    }

    synchronized long notKept() {
        return notKept;
    }
}
