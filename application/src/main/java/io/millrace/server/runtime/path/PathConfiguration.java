// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.server.platform.settings.PathSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that keep the paths of messages. */
@Configuration(proxyBeanMethods = false)
class PathConfiguration {

    @Bean
    PathRing pathRing(PathSettings settings) {
        return new PathRing(settings.bytesOf(Runtime.getRuntime().maxMemory()));
    }
}
