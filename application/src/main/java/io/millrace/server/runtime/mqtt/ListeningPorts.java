// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqtt;

import io.millrace.server.registry.device.MqttPorts;
import io.millrace.transport.mqtt.MqttServer;
import java.util.OptionalInt;

/** The ports of the running server; a setting of 0 does not tell them. */
record ListeningPorts(MqttServer server, boolean hasTls) implements MqttPorts {

    @Override
    public int plain() {
        return server.port();
    }

    @Override
    public OptionalInt tls() {
        return hasTls ? OptionalInt.of(server.tlsPort()) : OptionalInt.empty();
    }
}
