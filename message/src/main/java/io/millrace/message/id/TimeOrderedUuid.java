// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Creates UUIDs of version 7 (RFC 9562, section 5.7): a timestamp in milliseconds, then random bits, so that later ids
 * sort after earlier ones and an index on them grows at its end. Not for secrets.
 */
public final class TimeOrderedUuid {

    private TimeOrderedUuid() {}

    /** Returns a new id with the wall clock's time. */
    public static UUID next() {
        return at(System.currentTimeMillis());
    }

    /** Returns a new id with the given time in milliseconds since the epoch. */
    public static UUID at(long epochMillis) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long most = (epochMillis << 16) | 0x7000L | (random.nextInt() & 0x0FFFL);
        long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(most, least);
    }

    /** Returns the time of a version 7 id, in milliseconds since the epoch. */
    public static long millisOf(UUID id) {
        return id.getMostSignificantBits() >>> 16;
    }
}
