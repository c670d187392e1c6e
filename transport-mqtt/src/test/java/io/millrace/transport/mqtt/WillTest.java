// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.transport.device.LastWill;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wills, over a real socket: they are messages of the device that it publishes when its connection is lost. */
@ExtendWith(Leaks.class)
class WillTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private RawClient withWill(int level, String topic, String willProperties, String properties) {
        ByteArrayOutputStream will = new ByteArrayOutputStream();
        if (level == 5) {
            byte[] block = hex(willProperties);
            will.write(block.length);
            will.writeBytes(block);
        }
        for (String field : new String[] {topic, "{\"online\":false}"}) {
            byte[] bytes = field.getBytes(StandardCharsets.UTF_8);
            will.write(bytes.length >> 8);
            will.write(bytes.length);
            will.writeBytes(bytes);
        }
        RawClient client = server.rawClient();
        client.send(
                connect(level)
                        .properties(properties)
                        .flag(0x0C)
                        .tail(will.toByteArray())
                        .userName("token-1")
                        .bytes());
        client.expectType(0x20);
        return client;
    }

    /** v3.1.1:MQTT-3.1.2-8, v5:MQTT-3.1.2-8 */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void theWillIsPublishedWhenTheConnectionIsLost(int level) {
        withWill(level, TELEMETRY, "", "").close();

        server.queue().awaitSize(1);
        assertThat(server.queue().messages().getFirst().payload().text())
                .isEqualTo("{\"online\":false}");
    }

    /** v3.1.1:MQTT-3.1.2-10, v5:MQTT-3.1.2-10, v5:MQTT-3.14.4-3 */
    @ParameterizedTest
    @CsvSource({"4, e000, 0", "5, e000, 0", "5, e00104, 1"})
    void aNormalDisconnectDiscardsTheWill(int level, String disconnect, int published) {
        try (RawClient client = withWill(level, TELEMETRY, "", "")) {
            client.send(hex(disconnect)).expectClosed();
        }
        await().until(() -> server.connections().devices().isEmpty());
        assertThat(server.queue().messages()).hasSize(published);
    }

    /** v5:MQTT-3.1.2-8: an error of the client is no normal end. */
    @Test
    void theWillIsPublishedWhenTheServerEndsTheConnection() {
        try (RawClient client = withWill(5, TELEMETRY, "", "")) {
            client.send(hex("c00100")).expectReason("e0", 0x81).expectClosed();
        }
        server.queue().awaitSize(1);
    }

    /** v5:MQTT-3.1.3-9: a client that is back before the delay has passed keeps its will to itself. */
    @Test
    void aWillWaitsForItsDelayAndIsDiscardedWhenTheClientIsBack() {
        withWill(5, TELEMETRY, "180000003c", "1100000e10").close();
        await().until(() -> server.connections().devices().isEmpty());
        assertThat(server.queue().messages()).isEmpty();

        withWill(5, TELEMETRY, "1800000001", "1100000e10").close();
        server.queue().awaitSize(1);

        withWill(5, TELEMETRY, "1800000004", "1100000e10").close();
        await().until(() -> server.connections().devices().isEmpty());
        try (RawClient back = server.rawClient()) {
            back.send(
                    PacketBytes.connect(5)
                            .flags(0)
                            .properties("1100000e10")
                            .userName("token-1")
                            .bytes());
            assertThat(back.expectType(0x20).substring(4, 6)).isEqualTo("01");
            await().during(Duration.ofSeconds(5))
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> server.queue().size() == 1);
        }
    }

    /** v5:MQTT-3.1.3.2.2: a will is published at the latest when its session ends. */
    @Test
    void theServiceKnowsWillsForTheCaseThatTheWholeInstanceIsLost() {
        try (RawClient _ = withWill(5, TELEMETRY, "1800000e10", "110000000a")) {
            LastWill will = lastWill();
            assertThat(will).isNotNull();
            assertThat(will.kind()).isEqualTo(LastWill.Kind.TELEMETRY);
            assertThat(will.payload()).asString().isEqualTo("{\"online\":false}");
            assertThat(will.delay()).isEqualTo(Duration.ofSeconds(10));
        }
        await().until(() -> server.connections().devices().isEmpty());
        try (RawClient _ = withWill(4, "status/offline", "", "")) {
            assertThat(lastWill()).isNull();
        }
    }

    private @Nullable LastWill lastWill() {
        return server.connections().of(Devices.device(1).device()).getFirst().lastWill();
    }

    @Test
    void aWillOnATopicWithoutAMeaningIsAnEventOfTheDevice() {
        withWill(4, "status/offline", "", "").close();

        await().untilAsserted(() ->
                assertThat(server.events().refusals())
                        .containsExactly(
                                "PUBLISH_REFUSED Device 1 status/offline: the topic has no meaning"));
    }
}
