// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.time.Clock;
import java.util.UUID;

/**
 * Makes the ids of a partition's deliveries: UUIDs of version 7 that grow, so that the in-flight store can sort by them.
 * A part that is random for each start of a queue keeps them apart from those that a former start left in the store,
 * whatever the clock was set to. Guarded by the partition's lock.
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
     * @param number of the partition among those of its process; beyond 4096 they differ by their run
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
