// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

/**
 * Rounds the times to live of messages up to a limited number of different ones, so that messages with arbitrary times
 * share shapes: to whole minutes up to an hour, to whole hours up to four days, to whole days up to 400 days, and to
 * whole months of 30 days beyond. These are fewer than 1,800 in all; mixed rows have fewer than 30.
 */
final class TimeToLive {

    private static final int HOUR = 60;
    private static final int DAY = 24 * HOUR;
    private static final int MONTH = 30 * DAY;

    private static final int WHOLE_MINUTES = HOUR;
    private static final int WHOLE_HOURS = 4 * DAY;
    private static final int WHOLE_DAYS = 400 * DAY;

    /** A hundred years, in minutes; longer times count as for ever. */
    private static final int LONGEST = 36_500 * DAY;

    private TimeToLive() {}

    /** Returns the time in minutes, rounded up; 0, for ever, for 0 and for more than a hundred years. */
    static int ofSeconds(long seconds) {
        if (seconds <= 0 || seconds > LONGEST * 60L) {
            return 0;
        }
        int minutes = Math.toIntExact((seconds + 59) / 60);
        int unit =
                minutes <= WHOLE_MINUTES
                        ? 1
                        : minutes <= WHOLE_HOURS ? HOUR : minutes <= WHOLE_DAYS ? DAY : MONTH;
        return Math.min(LONGEST, (minutes + unit - 1) / unit * unit);
    }

    /** Returns the time in minutes, rounded up to a power of two of minutes; 0 for 0. */
    static int ofMixedRows(int minutes) {
        return minutes <= 1 ? minutes : Integer.highestOneBit(minutes - 1) << 1;
    }
}
