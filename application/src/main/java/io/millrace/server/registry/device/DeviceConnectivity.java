// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a device sends a reading, in ThingsBoard's format; {@code addresses} is an addition.
 *
 * @param mqtt commands for a POSIX shell
 * @param addresses host and port by protocol; the protocol with TLS is absent if TLS is off
 */
record DeviceConnectivity(Mqtt mqtt, Map<String, String> addresses) {

    /**
     * Commands that publish a reading over MQTT.
     *
     * @param mqtts the commands over TLS, which are run one after the other; null if TLS is off
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Mqtt(String mqtt, @Nullable List<String> mqtts) {}

    /**
     * Describes how a device connects.
     *
     * @param host name or address by which the caller reaches the server; an IPv6 address is in brackets
     */
    static DeviceConnectivity of(PublishCommand command, String host, MqttPorts ports) {
        Map<String, String> addresses = new TreeMap<>();
        addresses.put("mqtt", host + ":" + ports.plain());
        ports.tls().ifPresent(port -> addresses.put("mqtts", host + ":" + port));
        String plain = command.text(host, ports.plain());
        @Nullable List<String> overTls =
                ports.tls().isPresent()
                        ? List.of(command.withTls().text(host, ports.tls().getAsInt()))
                        : null;
        return new DeviceConnectivity(new Mqtt(plain, overTls), addresses);
    }
}
