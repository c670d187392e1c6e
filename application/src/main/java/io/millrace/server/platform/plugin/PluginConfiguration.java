// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import io.millrace.server.platform.settings.NodesSettings;
import io.millrace.server.platform.settings.PluginSettings;
import io.millrace.server.platform.start.StartNotice;
import java.nio.file.Path;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Loads the plugins. The node catalogue depends on them, so Spring closes the engine before the plugins. */
@Configuration(proxyBeanMethods = false)
class PluginConfiguration {

    @Bean
    Plugins plugins(PluginSettings settings, NodesSettings nodes) {
        return Plugins.in(
                new Plugins.Directory(nodes.directory(), "MILLRACE_NODES_DIR"),
                new Plugins.Directory(settings.dir(), "MILLRACE_PLUGINS_DIR"));
    }

    /** Names the plugins of the user; Millrace's own are in every installation. */
    private record Notice(Plugins plugins, Path directory) implements StartNotice {

        @Override
        public Section section() {
            return Section.PLUGINS;
        }

        @Override
        public List<String> lines() {
            return plugins.descriptions(directory).stream()
                    .map(plugin -> "Plugin: " + plugin)
                    .toList();
        }
    }

    @Bean
    StartNotice pluginsNotice(Plugins plugins, PluginSettings settings) {
        return new Notice(plugins, settings.dir());
    }
}
