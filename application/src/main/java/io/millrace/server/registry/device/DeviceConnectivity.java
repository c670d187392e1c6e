// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.web.util.UriUtils;

/**
 * How a device sends a reading, in ThingsBoard's format; {@code addresses} is an addition.
 *
 * @param http commands for a POSIX shell; null if the device has no access token
 * @param mqtt commands for a POSIX shell
 * @param addresses host and port by protocol; the protocol with TLS is absent if TLS is off
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record DeviceConnectivity(@Nullable Http http, Mqtt mqtt, Map<String, String> addresses) {

    /**
     * Commands that send a reading over HTTP; one of them, as the request came.
     *
     * @param http null if the request came over TLS
     * @param https null if the request came without TLS
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Http(@Nullable String http, @Nullable String https) {

        /** @param base address of the server, without a slash at its end */
        static Http of(String token, String base) {
            String command =
                    "curl -v -X POST '%s/api/v1/%s/telemetry' --header Content-Type:application/json --data '%s'"
                            .formatted(
                                    base,
                                    UriUtils.encodePathSegment(token, StandardCharsets.UTF_8)
                                            .replace("'", "%27"),
                                    PublishCommand.READING);
            return base.startsWith("https:") ? new Http(null, command) : new Http(command, null);
        }
    }

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
     * @param http the commands over HTTP, or null
     * @param host name or address by which the caller reaches the server; an IPv6 address is in brackets
     */
    static DeviceConnectivity of(
            @Nullable Http http, PublishCommand command, String host, MqttPorts ports) {
        Map<String, String> addresses = new TreeMap<>();
        addresses.put("mqtt", host + ":" + ports.plain());
        ports.tls().ifPresent(port -> addresses.put("mqtts", host + ":" + port));
        String plain = command.text(host, ports.plain());
        @Nullable List<String> overTls =
                ports.tls().isPresent()
                        ? List.of(command.withTls().text(host, ports.tls().getAsInt()))
                        : null;
        return new DeviceConnectivity(http, new Mqtt(plain, overTls), addresses);
    }
}
