// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Nodes that others wrote.
 *
 * @param dir {@code millrace.plugins.dir}: the directory whose jars bring them; there need not be one
 */
@ConfigurationProperties("millrace.plugins")
public record PluginSettings(Path dir) {

    public PluginSettings(@Nullable Path dir) {
        if (dir == null) {
            throw new IllegalArgumentException(
                    "millrace.plugins.dir must name a directory, but is blank");
        }
        this.dir = dir;
    }
}
