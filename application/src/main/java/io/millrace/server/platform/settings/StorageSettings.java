// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the disk.
 *
 * @param minFree {@code millrace.storage.min-free}: with fewer free bytes on the disk of the embedded PostgreSQL,
 *     messages are not taken in; 0 never stops them; null means 512 MB or 2 % of the disk, whichever is less
 */
@ConfigurationProperties("millrace.storage")
public record StorageSettings(@Nullable DataSize minFree) {

    private static final long DEFAULT = DataSize.ofMegabytes(512).toBytes();
    private static final long DEFAULT_PART = 50;

    public StorageSettings {
        if (minFree != null && minFree.isNegative()) {
            throw new IllegalArgumentException(
                    "millrace.storage.min-free must not be negative, but is " + minFree);
        }
    }

    /** Returns the bytes that must be free on a disk of the given size in bytes. */
    public long minFreeOf(long total) {
        return minFree == null ? Math.min(DEFAULT, total / DEFAULT_PART) : minFree.toBytes();
    }
}
