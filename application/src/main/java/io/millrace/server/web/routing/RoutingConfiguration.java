// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.routing;

import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Replaces the mapping of requests to controller methods that Spring MVC brings. */
@Configuration(proxyBeanMethods = false)
class RoutingConfiguration {

    @Bean
    WebMvcRegistrations webMvcRegistrations() {
        return new WebMvcRegistrations() {
            @Override
            public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
                return new IndexedHandlerMapping();
            }
        };
    }
}
