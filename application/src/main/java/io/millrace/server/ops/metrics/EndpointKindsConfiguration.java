// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import java.util.List;
import org.springframework.boot.actuate.endpoint.web.annotation.ControllerEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.annotation.ServletEndpointsSupplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * States that there are no operations endpoints of the two kinds that Spring Boot has deprecated. Without these beans it
 * searches all beans for each kind at the start.
 */
@Configuration(proxyBeanMethods = false)
@SuppressWarnings("removal")
class EndpointKindsConfiguration {

    @Bean
    ServletEndpointsSupplier servletEndpoints() {
        return List::of;
    }

    @Bean
    ControllerEndpointsSupplier controllerEndpoints() {
        return List::of;
    }
}
