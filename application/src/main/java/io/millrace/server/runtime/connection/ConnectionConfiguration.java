// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.rule.store.DeviceNotifications;
import io.millrace.transport.device.DeviceConnections;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the connections of devices to this instance. */
@Configuration(proxyBeanMethods = false)
class ConnectionConfiguration {

    @Bean
    DeviceConnections deviceConnections() {
        return new DeviceConnections();
    }

    /** Instances of a cluster have another, primary bean, which uses this one. */
    @Bean
    LocalDownlinks localDownlinks(DeviceConnections connections) {
        return new LocalDownlinks(connections);
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "memory", matchIfMissing = true)
    ReplyForwarding noForwarding() {
        return ReplyForwarding.NONE;
    }

    @Bean
    DeviceNotifications deviceNotifications(DeviceDownlinks downlinks) {
        return new DownlinkNotifications(downlinks);
    }

    @Bean
    ClosedConnections closedConnections(DeviceConnections connections) {
        return new ClosedConnections(connections);
    }
}
