// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.packet;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.queue.MessageQueue.Admission;
import io.millrace.transport.mqtt.metrics.MqttMetrics.PublishRefusal;
import io.millrace.transport.mqtt.session.CloseReason;
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

    /** 1.4: MQTT 3.1.1 has no way to say no, so QoS 2 is served as QoS 1; v5:MQTT-3.2.2-11 */
    @Test
    void qos2IsServedAsQos1InMqtt3AndRefusedInMqtt5() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 2, 3, TELEMETRY, "{\"a\":1}")).expect("40020003");
            client.send(hex("62020003")).expect("70020003");
        }
        try (RawClient client = server.connected(5)) {
            client.send(hex("62020003")).expect("7003000392");
            client.send(publish(5, 2, 3, TELEMETRY, "{\"a\":1}")).expect("e0019b").expectClosed();
        }
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
            client.send(retained5).expect("e0019a").expectClosed();
        }
    }

    /** v5:MQTT-3.3.2-9 */
    @Test
    void aTopicAliasIsRefused() {
        try (RawClient client = server.connected(5)) {
            client.send(packet(0x30).text(TELEMETRY).u8(3).raw("230001").raw("7b7d").bytes())
                    .expect("e00194")
                    .expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v1/devices/me/telemetry/",
                "v1/devices/other/telemetry",
                "v1/devices/me/attributes/request/1",
                "v1/devices/me/rpc/response/1",
                "v1/devices/me/rpc/request/x",
                "v1/devices/me/claim",
                "v2/t/p",
                "v2/a/p",
                "v1/gateway/telemetry",
                "/provision/request",
                "V1/devices/me/telemetry",
                "t"
            })
    void anUnknownTopicIsAcknowledgedInMqtt3AndNamedSoInMqtt5(String topic) {
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, topic, "{\"a\":1}")).expect("40020001");
            client.send(publish(4, 0, 0, topic, "{\"a\":1}")).expectPong();
        }
        try (RawClient client = server.connected(5, "token-2")) {
            client.send(publish(5, 1, 1, topic, "{\"a\":1}")).expect("4003000190").expectPong();
        }
        assertThat(server.queue().messages()).isEmpty();
        assertThat(server.metrics().refusedPublishes())
                .containsExactly(
                        PublishRefusal.UNKNOWN_TOPIC,
                        PublishRefusal.UNKNOWN_TOPIC,
                        PublishRefusal.UNKNOWN_TOPIC);
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
            client.send(publish(5, 1, 1, topic, payload)).expect("4003000199").expectPong();
            client.send(publish(5, 0, 0, topic, payload)).expect("e00199").expectClosed();
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
            client.expect("e00195").expectClosed();
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
