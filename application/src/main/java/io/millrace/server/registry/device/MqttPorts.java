// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import java.util.OptionalInt;

/** The TCP ports on which devices connect over MQTT. */
public interface MqttPorts {

    int plain();

    /** Empty if MQTT over TLS is off. */
    OptionalInt tls();
}
