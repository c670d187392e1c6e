// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Metadata;
import io.millrace.transport.device.TransportOptions;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.protocol.ConnectionSettings;
import io.millrace.transport.mqtt.protocol.InFlightLimit;
import io.millrace.transport.mqtt.protocol.Timeouts;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a device and its profile choose, over a real socket. */
@ExtendWith(Leaks.class)
class TransportOptionsTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";

    private static TestServer serverOf(TransportOptions options) {
        return TestServer.start(
                MqttServerSettings.onPort(0)
                        .withConnection(
                                new ConnectionSettings(
                                        64 * 1024,
                                        InFlightLimit.DEFAULT,
                                        16,
                                        Duration.ofMillis(20),
                                        Timeouts.DEFAULT)),
                _ ->
                        CompletableFuture.completedFuture(
                                new AuthResult.Accepted(Devices.device(1, options))));
    }

    private static Metadata metadataOf(TransportOptions options, String topic, String payload) {
        try (TestServer server = serverOf(options)) {
            server.queue().safeAtOnce();
            try (RawClient client = server.connected(4)) {
                client.send(publish(4, 1, 1, topic, payload)).expect("40020001");
            }
            return server.queue().messages().getFirst().metadata();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {TELEMETRY, "v1/devices/me/attributes", "v2/t"})
    void messagesOfAnMqttProfileNameTheirTopic(String topic) {
        TransportOptions mqtt = new TransportOptions(false, false, 1, true, false);

        assertThat(metadataOf(mqtt, topic, "{\"a\":1}").get("mqttTopic")).isEqualTo(topic);
        assertThat(metadataOf(TransportOptions.DEFAULT, topic, "{\"a\":1}").get("mqttTopic"))
                .isNull();
    }

    @Test
    void messagesOfDevicesBehindAGatewayNameNoTopic() {
        TransportOptions mqtt = new TransportOptions(true, false, 1, true, false);

        Metadata metadata = metadataOf(mqtt, "v1/gateway/telemetry", "{\"A\":[{\"t\":1}]}");

        assertThat(metadata.get("deviceName")).isEqualTo("A");
        assertThat(metadata.get("mqttTopic")).isNull();
    }

    /** Without the option the connection ends; MQTT 5 has a reason code for it in any case. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1/devices/me/telemetry | 1 | {",
                "v1/devices/me/telemetry | 2 | {",
                "v1/devices/me/rpc/request/1 | 1 | {}",
                "v1/gateway/telemetry | 1 | {\"A\":[42]}",
            })
    void aMalformedPayloadIsAcknowledgedIfTheProfileAsksForIt(
            String topic, int qos, String payload) {
        TransportOptions tolerant = new TransportOptions(true, false, 1, true, true);
        try (TestServer server = serverOf(tolerant)) {
            try (RawClient client = server.connected(4)) {
                client.send(publish(4, qos, 1, topic, payload))
                        .expect(qos == 1 ? "40020001" : "50020001")
                        .expectPong();
            }
            try (RawClient client = server.connected(5)) {
                client.send(publish(5, qos, 1, topic, payload))
                        .expectReason(qos == 1 ? "40 0001" : "50 0001", 0x99)
                        .expectPong();
            }
            assertThat(server.queue().messages()).isEmpty();
            assertThat(server.metrics().refusedPublishes())
                    .containsExactly(
                            PublishRefusal.MALFORMED_PAYLOAD, PublishRefusal.MALFORMED_PAYLOAD);
            assertThat(server.events().refusals()).hasSize(2);
        }
    }

    @Test
    void anUnknownTopicEndsTheConnectionWhateverTheProfileSays() {
        try (TestServer server = serverOf(new TransportOptions(false, false, 1, true, true));
                RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, "t", "{}")).expectClosed();
        }
    }

    /** The gateway's pings, too. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theActivityOfAGatewayCountsForItsDevicesIfItSaysSo(boolean overwrites) {
        try (TestServer server =
                serverOf(new TransportOptions(true, overwrites, 1, false, false))) {
            server.queue().safeAtOnce();
            try (RawClient client = server.connected(4)) {
                client.send(publish(4, 1, 1, "v1/gateway/telemetry", "{\"A\":[{\"t\":1}]}"))
                        .expect("40020001");
                server.now(TestServer.NOW + 60_000);
                client.expectPong();
            }
            await().until(() -> server.connections().devices().isEmpty());
            assertThat(server.sessions().events())
                    .filteredOn("activity A"::equals)
                    .hasSize(overwrites ? 2 : 1);
        }
    }

    @Test
    void aDeviceHasOneConnectionAtLeast() {
        assertThatThrownBy(() -> new TransportOptions(false, false, 0, false, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxConnections must be at least 1: 0");
    }
}
