// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.time.Duration;

/**
 * The bounds of an instance's lanes.
 *
 * @param maxRunning how many deliveries run at once
 * @param maxWaitingBytes how many bytes of devices' messages may wait in lanes, what surrounds them included
 * @param maxMadeBytes the same for messages that the engine makes
 * @param maxOutboundBytes how many bytes may be on their way into a log
 * @param maxDetached how many deliveries beyond {@code maxRunning} may be started by nodes
 * @param maxBackoff how many deliveries may wait for their next attempt in a partition
 * @param storeAfter how long a delivery runs before it is written to the in-flight store and its sender is told
 * @param drain how long closing waits for what is in flight before it hands the rest over to the next run
 */
public record LaneSettings(
        int maxRunning,
        long maxWaitingBytes,
        long maxMadeBytes,
        long maxOutboundBytes,
        int maxDetached,
        int maxBackoff,
        Duration storeAfter,
        Duration drain) {

    private static final long LEAST_WAITING_BYTES = 16 << 20;

    public LaneSettings {
        if (maxRunning < 1) {
            throw new IllegalArgumentException(
                    "expected room for a delivery, but got " + maxRunning);
        }
        if (maxWaitingBytes < 0 || maxMadeBytes < 0 || maxOutboundBytes < 0) {
            throw new IllegalArgumentException(
                    "expected bytes of at least 0, but got %d from devices, %d made, %d outbound"
                            .formatted(maxWaitingBytes, maxMadeBytes, maxOutboundBytes));
        }
        if (maxDetached < 0 || maxBackoff < 0 || storeAfter.isNegative() || drain.isNegative()) {
            throw new IllegalArgumentException(
                    "expected bounds of at least 0, but got %d detached, %d backing off, storeAfter %s, drain %s"
                            .formatted(maxDetached, maxBackoff, storeAfter, drain));
        }
    }

    /**
     * Room for 16,384 deliveries under way; of the heap an eighth for what devices send and a sixteenth each for
     * what the engine makes and what is on its way into a log.
     */
    public static LaneSettings forHeap(long bytes) {
        return new LaneSettings(
                16_384,
                Math.max(LEAST_WAITING_BYTES, bytes / 8),
                Math.max(LEAST_WAITING_BYTES / 2, bytes / 16),
                Math.max(LEAST_WAITING_BYTES, bytes / 16),
                16_384,
                1_024,
                Duration.ofSeconds(1),
                Duration.ofSeconds(5));
    }
}
