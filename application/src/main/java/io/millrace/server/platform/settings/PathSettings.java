// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.unit.DataSize;

/**
 * The ways of messages that are kept in memory.
 *
 * @param paths {@code millrace.paths}: how much memory they may take, such as 32MB; 0 keeps none; absent: a sixteenth of the
 *     heap
 */
@ConfigurationProperties("millrace")
public record PathSettings(@Nullable DataSize paths) {

    public PathSettings {
        if (paths != null && paths.isNegative()) {
            throw new IllegalArgumentException(
                    "millrace.paths must not be negative, but is " + paths);
        }
    }

    /** The bytes to set aside in a heap of so many. */
    public long bytesOf(long heap) {
        return paths == null ? heap / 16 : paths.toBytes();
    }
}
