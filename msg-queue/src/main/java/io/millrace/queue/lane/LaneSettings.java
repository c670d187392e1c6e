// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.time.Duration;

/**
 * The limits of an instance's lanes.
 *
 * @param maxRunning number of deliveries that run at once
 * @param maxRunningBytes bytes of the messages of deliveries that run, overhead included
 * @param maxWaitingBytes bytes of devices' messages that may wait in lanes, overhead included
 * @param maxMadeBytes the same for messages that the engine creates
 * @param maxParkedBytes bytes that deliveries may take whose messages wait in the in-flight store only; a tenant that
 *     exceeds its share of it gets no more messages accepted
 * @param maxOutboundBytes bytes of devices' messages that may be on their way into a log; half as many may be added by
 *     messages that the engine creates
 * @param maxDetached number of deliveries that nodes may start in addition to {@code maxRunning}
 * @param maxBackoff number of deliveries of a partition that may wait for a retry
 * @param storeAfter how long a delivery runs before it is written to the in-flight store and its receipt is completed
 * @param drain how long closing waits for deliveries in flight before it hands the rest over to the next run
 */
public record LaneSettings(
        int maxRunning,
        long maxRunningBytes,
        long maxWaitingBytes,
        long maxMadeBytes,
        long maxParkedBytes,
        long maxOutboundBytes,
        int maxDetached,
        int maxBackoff,
        Duration storeAfter,
        Duration drain) {

    private static final long LEAST_WAITING_BYTES = 16 << 20;

    public LaneSettings {
        if (maxRunning < 1) {
            throw new IllegalArgumentException(
                    "At least one delivery must be able to run, not %d".formatted(maxRunning));
        }
        if (maxRunningBytes < 0
                || maxWaitingBytes < 0
                || maxMadeBytes < 0
                || maxParkedBytes < 0
                || maxOutboundBytes < 0) {
            throw new IllegalArgumentException(
                    "Limits of bytes must be at least 0: running %d, from devices %d, made %d, parked %d, outbound %d"
                            .formatted(
                                    maxRunningBytes,
                                    maxWaitingBytes,
                                    maxMadeBytes,
                                    maxParkedBytes,
                                    maxOutboundBytes));
        }
        if (maxDetached < 0 || maxBackoff < 0 || storeAfter.isNegative() || drain.isNegative()) {
            throw new IllegalArgumentException(
                    "Limits must be at least 0: detached %d, backing off %d, storeAfter %s, drain %s"
                            .formatted(maxDetached, maxBackoff, storeAfter, drain));
        }
    }

    /** Bytes of messages that the engine creates that may be on their way into a log. */
    public long maxOutboundMadeBytes() {
        return maxOutboundBytes / 2;
    }

    /**
     * Returns settings for a heap of this many bytes: 16,384 deliveries under way, an eighth of the heap for their
     * messages, another one for waiting messages of devices, and a sixteenth each for messages that the engine creates,
     * for parked deliveries, and for messages of devices on their way into a log.
     */
    public static LaneSettings forHeap(long bytes) {
        return new LaneSettings(
                16_384,
                Math.max(LEAST_WAITING_BYTES, bytes / 8),
                Math.max(LEAST_WAITING_BYTES, bytes / 8),
                Math.max(LEAST_WAITING_BYTES / 2, bytes / 16),
                Math.max(LEAST_WAITING_BYTES / 2, bytes / 16),
                Math.max(LEAST_WAITING_BYTES, bytes / 16),
                16_384,
                1_024,
                Duration.ofSeconds(1),
                Duration.ofSeconds(3));
    }
}
