// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Makes UUIDs of version 7 (RFC 9562, section 5.7): a time stamp in milliseconds, then random bits, so that
 * ids made later sort later and an index on them grows at its end. For naming things, not for secrets.
 */
public final class TimeOrderedUuid {

    private TimeOrderedUuid() {}

    /** A new id with the wall clock's time. */
    public static UUID next() {
        return at(System.currentTimeMillis());
    }

    /** A new id with the given time in milliseconds since the epoch. */
    public static UUID at(long epochMillis) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        long most = (epochMillis << 16) | 0x7000L | (random.nextInt() & 0x0FFFL);
        long least = (random.nextLong() & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L;
        return new UUID(most, least);
    }

    /** The time in milliseconds since the epoch that an id of version 7 carries. */
    public static long millisOf(UUID id) {
        return id.getMostSignificantBits() >>> 16;
    }
}
