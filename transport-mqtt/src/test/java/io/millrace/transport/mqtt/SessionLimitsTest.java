// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The request for session limits, the only one that the server answers itself, over a real socket. */
@ExtendWith(Leaks.class)
class SessionLimitsTest {

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    /** 1.7: the one request that the server answers itself. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void sessionLimitsAreToldWithoutASubscription(int level) {
        try (RawClient client = server.connected(level)) {
            client.send(
                            publish(
                                    level,
                                    1,
                                    1,
                                    "v1/devices/me/rpc/request/17",
                                    "{\"method\":\"getSessionLimits\",\"params\":{}}"))
                    .expect("40020001");
            String answer = text(client.expectType(0x32));
            assertThat(answer)
                    .contains("v1/devices/me/rpc/response/17")
                    .endsWith(
                            "{\"maxPayloadSize\":65536,\"maxInflightMessages\":64,\"rateLimits\":{\"messages\":null,"
                                    + "\"telemetryMessages\":null,\"telemetryDataPoints\":null}}");
            client.send(hex("40020001")).expectPong();
        }
    }

    /** v3.1.1:MQTT-3.8.4-6, v3.1.1:MQTT-2.3.1-5: the granted QoS counts, and QoS 0 has no identifier. */
    @Test
    void sessionLimitsAreToldAtTheGrantedQos() {
        try (RawClient client = server.connected(4)) {
            client.send(PacketBytes.subscribe(4, 1, 0, "v1/devices/me/rpc/response/+"))
                    .expect("9003000100");
            client.send(
                    publish(
                            4,
                            0,
                            0,
                            "v1/devices/me/rpc/request/-1",
                            "{\"method\":\"getSessionLimits\"}"));
            assertThat(text(client.expectType(0x30))).contains("v1/devices/me/rpc/response/-1{");
        }
    }

    /** v5:MQTT-3.1.2-24: a message that is too long for the client counts as sent. */
    @Test
    void anAnswerThatIsTooLongForTheClientIsNotSent() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties("2700000028").bytes());
            client.expectType(0x20);
            client.send(
                            publish(
                                    5,
                                    1,
                                    1,
                                    "v1/devices/me/rpc/request/1",
                                    "{\"method\":\"getSessionLimits\"}"))
                    .expect("40020001")
                    .expectPong();
        }
    }

    /** v5:MQTT-3.3.4-9, v5:MQTT-2.2.1-4 */
    @Test
    void noMoreIsSentThanTheClientHasRoomFor() {
        byte[] ask =
                publish(
                        5,
                        0,
                        0,
                        "v1/devices/me/rpc/request/1",
                        "{\"method\":\"getSessionLimits\"}");
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties("210001").bytes());
            client.expectType(0x20);
            client.send(ask);
            assertThat(packetId(client.expectType(0x32))).isEqualTo("0001");
            client.send(ask).expectPong();

            client.send(hex("40020001"));

            assertThat(packetId(client.expectType(0x32))).isEqualTo("0002");
        }
    }

    /** The identifier behind the topic of a PUBLISH with a length of two bytes. */
    private static String packetId(String publish) {
        int topic = 2 * (3 + 2 + "v1/devices/me/rpc/response/1".length());
        return publish.substring(topic, topic + 4);
    }

    private static String text(String hex) {
        return new String(hex(hex), StandardCharsets.UTF_8);
    }
}
