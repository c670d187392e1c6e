// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.DataType;
import io.millrace.message.EntryPoint;
import io.millrace.message.RuleMessage;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PUBLISH, its messages and its acknowledgement, over a real socket. */
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
                                Thread.startVirtualThread(() -> {
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
}
