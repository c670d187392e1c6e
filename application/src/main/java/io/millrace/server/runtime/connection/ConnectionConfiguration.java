// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.transport.device.DeviceConnections;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the connections of devices. */
@Configuration(proxyBeanMethods = false)
class ConnectionConfiguration {

    @Bean
    DeviceConnections deviceConnections() {
        return new DeviceConnections();
    }

    @Bean
    DeviceDownlinks deviceDownlinks(DeviceConnections connections) {
        return new LocalDownlinks(connections);
    }
}
