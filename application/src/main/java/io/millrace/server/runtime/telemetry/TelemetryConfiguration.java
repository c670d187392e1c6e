// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import java.util.List;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** How the telemetry endpoints read their parameters. */
@Configuration(proxyBeanMethods = false)
class TelemetryConfiguration implements WebMvcConfigurer {

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new RequestedKeys.Resolver());
    }
}
