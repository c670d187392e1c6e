// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import java.time.Duration;

/**
 * The bounds of a memory queue.
 *
 * @param partitions into how many parts originators are divided, at most 4,096; each has its own lock
 * @param maxRunning how many deliveries run at once
 * @param maxWaitingBytes how many bytes of devices' messages may wait in lanes, what surrounds them included
 * @param maxMadeBytes the same for messages that the engine makes
 * @param maxDetached how many deliveries beyond {@code maxRunning} may be started by nodes
 * @param maxBackoff how many deliveries may wait for their next attempt in a partition
 * @param storeAfter how long a delivery runs before it is written to the in-flight store and its sender is told
 * @param drain how long closing waits for what is in flight before it hands the rest over to the next run
 */
public record MemoryQueueSettings(
        int partitions,
        int maxRunning,
        long maxWaitingBytes,
        long maxMadeBytes,
        int maxDetached,
        int maxBackoff,
        Duration storeAfter,
        Duration drain) {

    private static final long LEAST_WAITING_BYTES = 16 << 20;

    public MemoryQueueSettings {
        if (partitions < 1 || partitions > 4_096 || maxRunning < 1) {
            throw new IllegalArgumentException(
                    "expected 1 to 4096 partitions and room for a delivery, but got %d partitions, %d running"
                            .formatted(partitions, maxRunning));
        }
        if (maxWaitingBytes < 0 || maxMadeBytes < 0) {
            throw new IllegalArgumentException(
                    "expected bytes of at least 0, but got %d from devices and %d made"
                            .formatted(maxWaitingBytes, maxMadeBytes));
        }
        if (maxDetached < 0 || maxBackoff < 0 || storeAfter.isNegative() || drain.isNegative()) {
            throw new IllegalArgumentException(
                    "expected bounds of at least 0, but got %d detached, %d backing off, storeAfter %s, drain %s"
                            .formatted(maxDetached, maxBackoff, storeAfter, drain));
        }
    }

    /**
     * Room for 16,384 deliveries under way; of the heap an eighth for what devices send and a sixteenth for what the
     * engine makes.
     */
    public static MemoryQueueSettings forHeap(long bytes) {
        return new MemoryQueueSettings(
                16,
                16_384,
                Math.max(LEAST_WAITING_BYTES, bytes / 8),
                Math.max(LEAST_WAITING_BYTES / 2, bytes / 16),
                16_384,
                1_024,
                Duration.ofSeconds(1),
                Duration.ofSeconds(5));
    }
}
