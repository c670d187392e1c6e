// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the message paths that are kept in memory.
 *
 * @param paths {@code millrace.paths}: maximum memory for message paths, such as 32MB; 0 keeps none; null means a
 *     thirty-second of the heap
 */
@ConfigurationProperties("millrace")
public record PathSettings(@Nullable DataSize paths) {

    public PathSettings {
        if (paths != null && paths.isNegative()) {
            throw new IllegalArgumentException(
                    "millrace.paths must not be negative, but is " + paths);
        }
    }

    /** Returns the memory for message paths in bytes, for a heap of the given size in bytes. */
    public long bytesOf(long heap) {
        return paths == null ? heap / 32 : paths.toBytes();
    }
}
