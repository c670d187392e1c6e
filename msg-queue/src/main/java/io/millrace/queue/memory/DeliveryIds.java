// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import java.time.Clock;
import java.util.UUID;

/**
 * Makes the ids of a partition's deliveries: UUIDs of version 7 that grow, so that the in-flight store can sort by them.
 * Guarded by the partition's lock.
 */
final class DeliveryIds {

    private static final long VERSION = 0x7000L;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int COUNTER_BITS = 48;

    private final long partition;
    private final Clock clock;
    private long counter;

    DeliveryIds(int partition, Clock clock) {
        this.partition = (long) partition << COUNTER_BITS;
        this.clock = clock;
    }

    UUID next() {
        return new UUID((clock.millis() << 16) | VERSION, VARIANT | partition | counter++);
    }
}
