// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.time.Clock;
import java.util.UUID;

/**
 * Creates the ids of a partition's deliveries: ascending UUIDs of version 7, by which the in-flight store sorts. Bits
 * that are random for each start of a queue keep them apart from ids that an earlier start left in the store, even if
 * the clock was set back. Guarded by the partition's lock.
 */
final class DeliveryIds {

    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int COUNTER_BITS = 34;
    private static final int RUN_BITS = 16;

    private final Clock clock;
    private final long version;
    private final long constant;
    private long counter;

    /**
     * @param number number of the partition within its process; beyond 4096, ids differ by their run bits
     * @param firstRun random bits, the same for all partitions of a process
     */
    DeliveryIds(int number, int firstRun, Clock clock) {
        int partition = number % 4_096;
        int run = firstRun + number / 4_096;
        this.clock = clock;
        this.version = VERSION | (run >>> 20);
        long low = run & ((1L << RUN_BITS) - 1);
        this.constant =
                VARIANT | (long) partition << (COUNTER_BITS + RUN_BITS) | low << COUNTER_BITS;
    }

    UUID next() {
        return new UUID((clock.millis() << 16) | version, constant | counter++);
    }
}
