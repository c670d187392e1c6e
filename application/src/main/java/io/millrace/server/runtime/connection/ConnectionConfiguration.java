// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.transport.device.DeviceConnections;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the connections of devices. */
@Configuration(proxyBeanMethods = false)
class ConnectionConfiguration {

    @Bean
    DeviceConnections deviceConnections(RuleEngine engine) {
        DeviceConnections connections = new DeviceConnections();
        connections.listen(new EngineSessions(engine));
        return connections;
    }

    @Bean
    DeviceDownlinks deviceDownlinks(DeviceConnections connections) {
        return new LocalDownlinks(connections);
    }
}
