// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the messages that are kept in the database with their contents: failed, slow and watched ones.
 *
 * @param kept {@code millrace.history.kept}: how long they are kept
 * @param slow {@code millrace.history.slow}: a message that takes this time or longer is slow; 0 keeps no message for
 *     that reason
 * @param perHour {@code millrace.history.per-hour}: most messages of a tenant that an instance keeps in an hour; 0 keeps
 *     none
 * @param queue {@code millrace.history.queue}: memory of messages that wait to be written; null means a sixteenth of the
 *     heap
 */
@ConfigurationProperties("millrace.history")
public record HistorySettings(Duration kept, Duration slow, int perHour, @Nullable DataSize queue) {

    private static final Duration SHORTEST = Duration.ofHours(1);
    private static final Duration LONGEST = Duration.ofDays(90);
    private static final long LEAST_BYTES = 8L << 20;

    public HistorySettings {
        if (kept.compareTo(SHORTEST) < 0 || kept.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "millrace.history.kept must be from 1h to 90d, but is " + kept);
        }
        if (slow.isNegative()) {
            throw new IllegalArgumentException(
                    "millrace.history.slow must not be negative, but is " + slow);
        }
        if (perHour < 0) {
            throw new IllegalArgumentException(
                    "millrace.history.per-hour must not be negative, but is " + perHour);
        }
        if (queue != null && queue.toBytes() < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "millrace.history.queue must be at least 8MB, but is " + queue);
        }
    }

    /** Returns the memory of messages that wait to be written in bytes, for a heap of the given size in bytes. */
    public long queueBytes(long heap) {
        return queue == null ? Math.max(LEAST_BYTES, heap / 16) : queue.toBytes();
    }

    /** Returns the time from which on a message is slow, in nanoseconds. */
    public long slowNanos() {
        return slow.isZero() ? Long.MAX_VALUE : slow.toNanos();
    }
}
