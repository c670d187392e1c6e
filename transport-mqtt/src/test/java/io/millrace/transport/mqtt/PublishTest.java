// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.packet;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.DataType;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.transport.mqtt.metrics.MqttMetrics.PublishRefusal;
import io.millrace.transport.mqtt.session.CloseReason;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.PacketBytes;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PUBLISH, what becomes of it, and its answers, over a real socket. */
@ExtendWith(Leaks.class)
class PublishTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";
    private static final String ATTRIBUTES = "v1/devices/me/attributes";

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {TELEMETRY, "v2/t", "v2/t/j"})
    void telemetryBecomesAMessageWithTheDevicesNameAndTheTime(String topic) {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, topic, "{\"a\":1}")).expect("40020001");
        }
        RuleMessage message = server.queue().messages().getFirst();
        assertThat(message.type()).isEqualTo("POST_TELEMETRY_REQUEST");
        assertThat(message.metadata().values())
                .isEqualTo(
                        Map.of(
                                "deviceName",
                                "Device 1",
                                "deviceType",
                                "thermometer",
                                "ts",
                                Long.toString(TestServer.NOW)));
        assertThat(message.payload().text()).isEqualTo("{\"a\":1}");
        assertThat(message.dataType()).isEqualTo(DataType.JSON);
        assertThat(message.tenant()).isEqualTo(Devices.TENANT);
        assertThat(message.originator()).isEqualTo(Devices.device(1).device().entity());
        assertThat(message.customer()).isEqualTo(Devices.CUSTOMER);
        assertThat(message.queue()).isEqualTo("HighPriority");
        assertThat(message.entry()).isEqualTo(EntryPoint.firstNodeOf(Devices.CHAIN));
        assertThat(message.ts()).isEqualTo(TestServer.NOW);
    }

    @ParameterizedTest
    @ValueSource(strings = {ATTRIBUTES, "v2/a", "v2/a/j"})
    void attributesBecomeAMessageThatNotifiesNoDevice(String topic) {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 1, 1, topic, "{\"fw\":\"x\"}")).expect("40020001");
        }
        RuleMessage message = server.queue().messages().getFirst();
        assertThat(message.type()).isEqualTo("POST_ATTRIBUTES_REQUEST");
        assertThat(message.metadata().values())
                .isEqualTo(
                        Map.of(
                                "deviceName",
                                "Device 1",
                                "deviceType",
                                "thermometer",
                                "notifyDevice",
                                "false"));
    }

    /** v3.1.1:MQTT-4.3.2-2, v5:MQTT-4.3.2-4: no acknowledgement before ownership. */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void pubAckWaitsUntilTheMessageIsSafeAndPingsAreAnsweredMeanwhile(int level) {
        try (RawClient client = server.connected(level)) {
            client.send(publish(level, 1, 7, TELEMETRY, "{\"a\":1}"));
            server.queue().awaitSize(1);
            client.expectPong();

            server.queue().safe(0);

            client.expect("40020007");
        }
    }

    /** v3.1.1:MQTT-2.3.1-6, v5:MQTT-2.2.1-5 */
    @Test
    void pubAcksComeInTheOrderInWhichMessagesBecomeSafe() {
        try (RawClient client = server.connected(4)) {
            for (int id : new int[] {1, 255, 65535}) {
                client.send(publish(4, 1, id, TELEMETRY, "{\"a\":1}"));
            }
            server.queue().awaitSize(3);

            server.queue().safe(2);
            client.expect("4002ffff");
            server.queue().safe(0);
            client.expect("40020001");
            server.queue().safe(1);
            client.expect("400200ff");
        }
    }

    @Test
    void everyMessageIsAcknowledgedOnceHoweverManyThreadsSayThatItIsSafe() {
        int threads = 4;
        int share = 8;
        int batch = threads * share;
        try (RawClient client = server.connected(4)) {
            for (int round = 0; round < 20; round++) {
                int first = round * batch;
                for (int i = 0; i < batch; i++) {
                    client.send(publish(4, 1, first + i + 1, TELEMETRY, "{}"));
                }
                server.queue().awaitSize(first + batch);
                IntStream.range(0, threads)
                        .forEach(thread ->
                                CompletableFuture.runAsync(() -> {
                                    int from = first + thread * share;
                                    server.queue().safe(from, from + share);
                                }));
                List<String> expected =
                        IntStream.rangeClosed(first + 1, first + batch)
                                .mapToObj("4002%04x"::formatted)
                                .toList();
                List<String> acknowledged = new ArrayList<>();
                for (int i = 0; i < batch; i++) {
                    acknowledged.add(client.next());
                }
                assertThat(acknowledged).containsExactlyInAnyOrderElementsOf(expected);
            }
            client.expectPong();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void anArrayHasOnePubAckWhenAllItsMessagesAreSafe(int level) {
        try (RawClient client = server.connected(level)) {
            client.send(
                    publish(
                            level,
                            1,
                            9,
                            TELEMETRY,
                            "[{\"a\":1},{\"ts\":5,\"values\":{\"a\":2}},{\"a\":3}]"));
            server.queue().awaitSize(3);
            server.queue().safe(1);
            server.queue().safe(2);
            client.expectPong();

            server.queue().safe(0);

            client.expect("40020009").expectPong();
        }
        assertThat(server.queue().messages())
                .extracting(message -> message.metadata().get("ts"))
                .containsExactly("" + TestServer.NOW, "5", "" + TestServer.NOW);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void anEmptyArrayIsAcknowledgedAtOnceAndAnEmptyObjectIsAMessage(int level) {
        try (RawClient client = server.connected(level)) {
            client.send(publish(level, 1, 1, TELEMETRY, "[]")).expect("40020001");
            client.send(publish(level, 1, 2, TELEMETRY, "{}"));
            server.queue().awaitSize(1);
            server.queue().safe(0);
            client.expect("40020002");
        }
    }

    /** v3.1.1:MQTT-3.3.4-1, v5:MQTT-3.3.4-1 */
    @Test
    void qos0HasNoAnswer() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 0, 0, TELEMETRY, "{\"a\":1}"));
            server.queue().awaitSize(1);
            client.expectPong();
        }
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

    @Test
    void aFullQueueIsNamedSoInMqtt5AndOtherwiseEndsTheConnection() {
        server.queue().answer(Admission.FULL);
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 1, 1, TELEMETRY, "{\"a\":1}")).expect("4003000197").expectPong();
            client.send(publish(5, 0, 0, TELEMETRY, "{\"a\":1}")).expect("e00197").expectClosed();
        }
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "{\"a\":1}")).expectClosed();
        }
    }

    @Test
    void anArrayThatFitsOnlyInPartIsRefusedAsAWhole() {
        server.queue().room(1);
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 1, 1, TELEMETRY, "[{\"a\":1},{\"a\":2},{\"a\":3}]"))
                    .expect("4003000197");

            server.queue().safe(0);

            client.expectPong();
        }
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

    /** v3.1.1:MQTT-4.6.0-5, v5:MQTT-4.6.0-5 */
    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void messagesOfOneDeviceStayInOrder(int level) {
        server.queue().safeAtOnce();
        try (RawClient client = server.rawClient()) {
            client.send(connect(level).userName("token-1").bytes());
            List<String> sent = new ArrayList<>();
            for (int i = 1; i <= 1000; i++) {
                sent.add("{\"n\":" + i + "}");
                client.send(
                        publish(
                                level,
                                i % 2,
                                i,
                                i % 3 == 0 ? TELEMETRY : "v2/t",
                                "{\"n\":" + i + "}"));
                if (i % 50 == 0) {
                    // stays within the Receive Maximum
                    int acknowledged = i;
                    await().until(() -> server.queue().size() >= acknowledged);
                    if (i == 50) {
                        client.expectType(0x20);
                    }
                    IntStream.range(0, 25).forEach(_ -> client.expectType(0x40));
                }
            }
            assertThat(server.queue().messages())
                    .extracting(message -> message.payload().text())
                    .isEqualTo(sent);
        }
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

            client.send(hex("40020001"), ask);

            assertThat(packetId(client.expectType(0x32))).isEqualTo("0002");
        }
    }

    /** The identifier behind the topic of a PUBLISH with a length of two bytes. */
    private static String packetId(String publish) {
        int topic = 2 * (3 + 2 + "v1/devices/me/rpc/response/1".length());
        return publish.substring(topic, topic + 4);
    }

    @Test
    void everyMessageIsCountedInAndOut() {
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "[{\"a\":1},{\"a\":2}]"));
            client.send(publish(4, 0, 0, TELEMETRY, "{\"a\":3}"));
            server.queue().awaitSize(3);
            await().until(() -> server.metrics().inFlight() == 3);
        }
        await().until(() -> server.metrics().open() == 0);

        server.queue().safe(0, 3);

        await().until(() -> server.metrics().inFlight() == 0);
    }

    private static String text(String hex) {
        return new String(hex(hex), StandardCharsets.UTF_8);
    }
}
