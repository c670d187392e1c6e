// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of what is stored.
 *
 * @param minFree {@code millrace.storage.min-free}: with fewer free bytes on the disk of the embedded PostgreSQL,
 *     messages are not taken in; 0 never stops them; null means 512 MB or 2 % of the disk, whichever is less
 * @param commitSpacing {@code millrace.storage.commit-spacing}: for how long writes gather after a transaction, at most
 *     100 ms; the most that this adds to the time until an acknowledgement
 * @param answerSize {@code millrace.storage.answer-size}: most bytes of the values in one answer, from 2 MB to 1 GB
 */
@ConfigurationProperties("millrace.storage")
public record StorageSettings(
        @Nullable DataSize minFree,
        @DefaultValue("3ms") Duration commitSpacing,
        @DefaultValue("32MB") DataSize answerSize) {

    private static final long DEFAULT = DataSize.ofMegabytes(512).toBytes();
    private static final long DEFAULT_PART = 50;
    private static final Duration LONGEST_SPACING = Duration.ofMillis(100);

    /** More than the longest single value takes as JSON, so that each can be read. */
    private static final DataSize LEAST_ANSWER = DataSize.ofMegabytes(2);

    private static final DataSize GREATEST_ANSWER = DataSize.ofGigabytes(1);

    public StorageSettings {
        if (minFree != null && minFree.isNegative()) {
            throw new IllegalArgumentException(
                    "millrace.storage.min-free must not be negative, but is " + minFree);
        }
        if (commitSpacing.isNegative() || commitSpacing.compareTo(LONGEST_SPACING) > 0) {
            throw new IllegalArgumentException(
                    "millrace.storage.commit-spacing must be from 0 to 100ms, but is "
                            + commitSpacing);
        }
        if (answerSize.compareTo(LEAST_ANSWER) < 0 || answerSize.compareTo(GREATEST_ANSWER) > 0) {
            throw new IllegalArgumentException(
                    "millrace.storage.answer-size must be from 2MB to 1GB, but is " + answerSize);
        }
    }

    /** Returns the bytes that must be free on a disk of the given size in bytes. */
    public long minFreeOf(long total) {
        return minFree == null ? Math.min(DEFAULT, total / DEFAULT_PART) : minFree.toBytes();
    }
}
