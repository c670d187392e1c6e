// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.plugin;

import io.millrace.server.platform.settings.PluginSettings;
import io.millrace.server.platform.start.StartNotice;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Loads the plugins. The node catalogue depends on them, so Spring closes the engine before the plugins. */
@Configuration(proxyBeanMethods = false)
class PluginConfiguration {

    @Bean
    Plugins plugins(PluginSettings settings) {
        return Plugins.in(settings.dir());
    }

    private record Notice(Plugins plugins) implements StartNotice {

        @Override
        public Section section() {
            return Section.PLUGINS;
        }

        @Override
        public List<String> lines() {
            return plugins.descriptions().stream().map(plugin -> "Plugin: " + plugin).toList();
        }
    }

    @Bean
    StartNotice pluginsNotice(Plugins plugins) {
        return new Notice(plugins);
    }
}
