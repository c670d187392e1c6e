// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import java.time.Duration;

/**
 * The bounds of a memory queue.
 *
 * @param partitions into how many parts originators are divided, at most 4,096; each has its own lock
 * @param maxRunning how many deliveries run at once in a partition
 * @param maxWaiting how many more may wait in a partition's lanes
 * @param maxWaitingBytes how many bytes of payload may wait in a partition's lanes
 * @param maxDetached how many deliveries beyond {@code maxRunning} may be started by nodes in a partition
 * @param maxBackoff how many deliveries may wait for their next attempt in a partition
 * @param storeAfter how long a delivery runs before it is written to the in-flight store and its sender is told
 */
public record MemoryQueueSettings(
        int partitions,
        int maxRunning,
        int maxWaiting,
        long maxWaitingBytes,
        int maxDetached,
        int maxBackoff,
        Duration storeAfter) {

    /** Room for 16,384 running and as many waiting messages. */
    public static final MemoryQueueSettings DEFAULTS =
            new MemoryQueueSettings(16, 1_024, 1_024, 4 << 20, 1_024, 1_024, Duration.ofSeconds(1));

    public MemoryQueueSettings {
        if (partitions < 1
                || partitions > 4_096
                || maxRunning < 1
                || maxWaiting < 0
                || maxWaitingBytes < 0) {
            throw new IllegalArgumentException(
                    "expected positive bounds, but got %d partitions, %d running, %d waiting, %d bytes"
                            .formatted(partitions, maxRunning, maxWaiting, maxWaitingBytes));
        }
        if (maxDetached < 0 || maxBackoff < 0 || storeAfter.isNegative()) {
            throw new IllegalArgumentException(
                    "expected bounds of at least 0, but got %d detached, %d backing off, storeAfter %s"
                            .formatted(maxDetached, maxBackoff, storeAfter));
        }
    }
}
