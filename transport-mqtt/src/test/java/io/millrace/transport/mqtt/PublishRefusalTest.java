// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.packet;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.queue.MessageQueue.Admission;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages that the server refuses, and its answers, over a real socket. */
@ExtendWith(Leaks.class)
class PublishRefusalTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    /** v3.1.1: the flag is ignored; v5:MQTT-3.2.2-14 */
    @Test
    void retainIsIgnoredInMqtt3AndRefusedInMqtt5() {
        server.queue().safeAtOnce();
        byte[] retained3 = packet(0x33).text(TELEMETRY).u16(1).raw("7b7d").bytes();
        byte[] retained5 = packet(0x33).text(TELEMETRY).u16(1).u8(0).raw("7b7d").bytes();
        try (RawClient client = server.connected(4)) {
            client.send(retained3).expect("40020001");
        }
        try (RawClient client = server.connected(5)) {
            client.send(retained5).expectReason("e0", 0x9a).expectClosed();
        }
    }

    /** A publish without a use ends with a reason code or with the connection, and is an event of the device. */
    @ParameterizedTest
    @CsvSource({
        "v1/devices/me/telemetry/, 90, the topic has no meaning",
        "v1/devices/other/telemetry, 90, the topic has no meaning",
        "v1/devices/me/rpc/request/x, 90, \"x\" is not a number of a request",
        "v1/devices/me/attributes/request/, 90, \"\" is not a number of a request",
        "v2/t/p, 90, Protobuf payloads are not available",
        "v2/a/req/p/1, 90, Protobuf payloads are not available",
        "v2/fw/request/1/chunk/0, 90, Firmware packages are not available",
        "v1/gateway/telemetry, 87, the device is not marked as a gateway (additionalInfo.gateway)",
        "/provision/request, 90, the topic has no meaning",
        "V1/devices/me/telemetry, 90, the topic has no meaning",
        "t, 90, the topic has no meaning"
    })
    void nothingIsAcknowledgedAndDropped(String topic, String code, String cause) {
        int reason = Integer.parseInt(code, 16);
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, topic, "{\"a\":1}")).expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 0, 0, topic, "{\"a\":1}")).expectClosed();
        }
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 1, 1, topic, "{\"a\":1}"))
                    .expectReason("40 0001", reason)
                    .expectPong();
            client.send(publish(5, 2, 2, topic, "{\"a\":1}"))
                    .expectReason("50 0002", reason)
                    .expectPong();
            client.send(publish(5, 0, 0, topic, "{\"a\":1}"))
                    .expectReason("e0", reason)
                    .expectClosed();
        }
        assertThat(server.queue().messages()).isEmpty();
        assertThat(server.metrics().refusedPublishes()).hasSize(5);
        assertThat(server.events().refusals())
                .hasSize(5)
                .containsOnly("PUBLISH_REFUSED Device 1 %s: %s".formatted(topic, cause));
    }

    @Test
    void aRateLimitIsAReasonCodeOrTheEndOfTheConnection() {
        try (RawClient client = server.connected(5)) {
            server.limits().allow(0);
            client.send(publish(5, 1, 1, TELEMETRY, "{\"a\":1}"))
                    .expectReason("40 0001", 0x97)
                    .expectPong();
            client.send(publish(5, 0, 0, TELEMETRY, "{\"a\":1}"))
                    .expectReason("e0", 0x96)
                    .expectClosed();
        }
        server.limits().allow(1);
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "{\"a\":1}")).expectClosed();
        }
        try (RawClient client = server.rawClient()) {
            client.send(connect(4).userName("token-1").bytes()).expect("20020003").expectClosed();
        }
        assertThat(server.events().refusals())
                .containsOnly(
                        "PUBLISH_REFUSED Device 1 v1/devices/me/telemetry:"
                                + " transportDeviceMsgRateLimit is used up; retry after 1000 ms");
    }

    @Test
    void everyValueOfTelemetryAndAttributesIsADataPoint() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "[{\"a\":1,\"b\":2},{\"a\":3}]"))
                    .expect("40020001");
            client.send(publish(4, 1, 2, "v2/a", "{\"fw\":\"1\"}")).expect("40020002");
        }
        assertThat(server.limits().taken()).containsExactly("DEVICE 0", "DEVICE 3", "DEVICE 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1/devices/me/telemetry  | {",
                "v1/devices/me/telemetry  | ''",
                "v1/devices/me/telemetry  | 42",
                "v1/devices/me/telemetry  | {\"ts\":\"now\",\"values\":{}}",
                "v1/devices/me/attributes | [{\"a\":1}]",
                "v1/devices/me/telemetry  | {\"a\":\"\\ud83d\"}",
                "v1/devices/me/telemetry  | {\"a\":{\"\\u0000\":1}}",
                "v1/devices/me/attributes | {\"\\udeb2\":1}",
                "v1/devices/me/rpc/request/1 | {\"params\":{}}",
            })
    void aMalformedPayloadClosesMqtt3AndIsNamedSoInMqtt5(String topic, String payload) {
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, topic, payload)).expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 0, 0, topic, payload)).expectClosed();
        }
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 1, 1, topic, payload))
                    .expectReason("40 0001", 0x99)
                    .expectPong();
            client.send(publish(5, 0, 0, topic, payload)).expectReason("e0", 0x99).expectClosed();
        }
        assertThat(server.queue().messages()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void messagesWithoutRoomAreHeldAndTheClientStaysConnected(int version) {
        server.queue().room(1);
        try (RawClient client = server.connected(version)) {
            client.send(publish(version, 1, 1, TELEMETRY, "[{\"a\":1},{\"a\":2},{\"a\":3}]"));
            client.send(publish(version, 1, 2, TELEMETRY, "{\"a\":4}"));
            server.queue().awaitSize(1);
            server.queue().room(100);
            server.queue().awaitSize(4);

            server.queue().safe(0, 4);

            client.expect("40020001").expect("40020002").expectPong();
        }
        assertThat(server.queue().messages())
                .extracting(message -> message.payload().text())
                .containsExactly("{\"a\":1}", "{\"a\":2}", "{\"a\":3}", "{\"a\":4}");
        assertThat(server.queue().dropped()).isEmpty();
        assertThat(server.metrics().held()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0, 2", "1, 0"})
    void heldMessagesAreCountedAsLostIfTheClientWillNotResendThem(int qos, int lost) {
        server.queue().room(1);
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, qos, qos, TELEMETRY, "[{\"a\":1},{\"a\":2},{\"a\":3}]"));
            server.queue().awaitSize(1);

            server.queue().answer(Admission.CLOSED);

            client.expectClosed();
        }
        await().until(() -> server.metrics().open() == 0);
        assertThat(server.queue().dropped()).hasSize(lost);
        assertThat(server.metrics().held()).isZero();
    }

    @Test
    void aClosedQueueEndsTheConnection() {
        server.queue().answer(Admission.CLOSED);
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 1, 1, TELEMETRY, "{\"a\":1}")).expect("e0018b").expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "{\"a\":1}")).expectClosed();
        }
    }

    /** v5:MQTT-3.2.2-15 */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPacketMayHaveTheAnnouncedSizeAndNotAByteMore(boolean byteByByte) {
        server.queue().safeAtOnce();
        int max = 64 * 1024 + 5;
        byte[] longest = publishOfSize(5, max);
        assertThat(longest).hasSize(max);
        try (RawClient client = server.connected(5)) {
            client.send(longest).expect("40020001");
        }
        try (RawClient client = server.connected(5)) {
            send(client, publishOfSize(5, max + 1), byteByByte);
            client.expectReason("e0", 0x95).expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            send(client, publishOfSize(4, max + 1), byteByByte);
            client.expectClosed();
        }
        assertThat(server.metrics().refusedPackets())
                .containsExactly(CloseReason.PACKET_TOO_LARGE, CloseReason.PACKET_TOO_LARGE);
    }

    private static void send(RawClient client, byte[] packet, boolean byteByByte) {
        if (byteByByte) {
            client.sendByteByByte(Arrays.copyOf(packet, 4));
        } else {
            client.send(Arrays.copyOf(packet, 1000));
        }
    }

    private static byte[] publishOfSize(int level, int size) {
        int overhead = 4 + 2 + TELEMETRY.length() + 2 + (level == 5 ? 1 : 0);
        String json = "{\"a\":\"" + "x".repeat(size - overhead - 8) + "\"}";
        return publish(level, 1, 1, TELEMETRY, json);
    }
}
