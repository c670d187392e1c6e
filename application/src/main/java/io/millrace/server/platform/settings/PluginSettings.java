// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of plugins with rule nodes.
 *
 * @param dir {@code millrace.plugins.dir}: the directory of the plugin jars; it need not exist
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
