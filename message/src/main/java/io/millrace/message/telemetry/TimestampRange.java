// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import io.millrace.message.MalformedPayloadException;

/**
 * The timestamps that values may have: those of the years 1 to 9999 (UTC). Every way in refuses others. A timestamp far
 * in the future would be the latest value of its key for ever, and calendars and the database cannot convert the
 * greatest ones. Timestamps of today in microseconds or nanoseconds, sent by mistake, are beyond the range, too.
 */
public final class TimestampRange {

    /** The first millisecond of the year 1, in milliseconds since the epoch. */
    public static final long FIRST = -62_135_596_800_000L;

    /** The last millisecond of the year 9999, in milliseconds since the epoch. */
    public static final long LAST = 253_402_300_799_999L;

    private TimestampRange() {}

    /** True if values may have this timestamp, in milliseconds since the epoch. */
    public static boolean contains(long ts) {
        return ts >= FIRST && ts <= LAST;
    }

    /** Says why a timestamp is refused, beginning with its name. */
    public static String refusal(String name, long ts) {
        return "%s: expected milliseconds since 1970 from %d (year 1) to %d (year 9999), got %d"
                .formatted(name, FIRST, LAST, ts);
    }

    /**
     * Returns the timestamp if values may have it.
     *
     * @param name names the timestamp in the error
     * @throws MalformedPayloadException if it is out of range
     */
    static long require(String name, long ts) {
        if (!contains(ts)) {
            throw new MalformedPayloadException(refusal(name, ts));
        }
        return ts;
    }
}
