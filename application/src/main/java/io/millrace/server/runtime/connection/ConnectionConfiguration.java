// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.store.DeviceNotifications;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.runtime.mqttsession.StoredSessions;
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

    /** A bean of its own: the engine's nodes use the connections. */
    @Bean
    EngineSessions engineSessions(DeviceConnections connections, RuleEngine engine) {
        EngineSessions sessions = new EngineSessions(engine);
        connections.listen(sessions);
        return sessions;
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
    DeviceNotifications deviceNotifications(DeviceDownlinks downlinks, StoredSessions sessions) {
        return new DownlinkNotifications(downlinks, sessions);
    }

    @Bean
    ChangedDevices changedDevices(
            DeviceConnections connections, DeviceDirectory devices, DatabaseLookups lookups) {
        return new ChangedDevices(connections, devices, lookups);
    }
}
