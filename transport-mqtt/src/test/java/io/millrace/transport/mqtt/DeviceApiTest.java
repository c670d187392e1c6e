// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.connect;
import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.packet;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static io.millrace.transport.mqtt.testkit.PacketBytes.subscribe;
import static io.millrace.transport.mqtt.testkit.PacketBytes.unsubscribe;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.RecordedCall;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of devices, and messages to them, over a real socket. */
@ExtendWith(Leaks.class)
class DeviceApiTest {

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    private DeviceConnection connection() {
        return server.connections().of(Devices.device(1).device()).getFirst();
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Topic and payload of a PUBLISH of MQTT 3.1.1 that is shorter than 128 bytes. */
    private static String text(String hex) {
        byte[] bytes = hex(hex);
        int topic = bytes[2] << 8 | bytes[3];
        int id = (bytes[0] & 6) == 0 ? 0 : 2;
        int payload = 4 + topic + id;
        return new String(bytes, 4, topic, StandardCharsets.UTF_8)
                + " "
                + new String(bytes, payload, bytes.length - payload, StandardCharsets.UTF_8);
    }

    /** The answer comes without a subscription, in the form of the request's topic. */
    @ParameterizedTest
    @CsvSource({
        "v1/devices/me/attributes/request/7, v1/devices/me/attributes/response/7",
        "v2/a/req/7, v2/a/res/7",
        "v2/a/req/j/7, v2/a/res/j/7"
    })
    void attributesAreAnsweredInTheFormOfTheRequest(String request, String response) {
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 0, 0, request, "{\"clientKeys\":\"fw,x\"}"));
            assertThat(text(client.expectType(0x32)))
                    .isEqualTo(response + " {\"client\":{\"fw\":\"1.2\"}}");
            client.send(publish(4, 0, 0, request, "{}"));
            assertThat(text(client.expectType(0x32)))
                    .isEqualTo(
                            response
                                    + " {\"client\":{\"fw\":\"1.2\"},\"shared\":{\"target\":\"Device 1\"}}");
            client.send(publish(4, 0, 0, request, "{\"sharedKeys\":\"other\"}"));
            assertThat(text(client.expectType(0x32))).isEqualTo(response + " {}");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "v1/devices/me/attributes, v1/devices/me/attributes",
        "v2/a, v2/a",
        "v2/a/j, v2/a/j"
    })
    void changedAttributesComeOnTheTopicOfTheLatestSubscription(String filter, String topic) {
        try (RawClient client = server.connected(4)) {
            assertThat(connection().attributes(json("{}")).toCompletableFuture().join())
                    .isEqualTo(Delivery.NOT_CONNECTED);
            client.send(subscribe(4, 1, 1, "v2/a/j", "v1/devices/me/attributes")).expectType(0x90);
            client.send(subscribe(4, 2, 1, filter)).expectType(0x90);

            var end = connection().attributes(json("{\"target\":1}"));

            assertThat(text(client.expectType(0x32))).isEqualTo(topic + " {\"target\":1}");
            assertThat(end.toCompletableFuture()).isNotDone();
            client.send(hex("40020001"));
            assertThat(end.toCompletableFuture().join()).isEqualTo(Delivery.DELIVERED);
        }
    }

    @Test
    void anEndedSubscriptionGetsNothing() {
        try (RawClient client = server.connected(4)) {
            client.send(subscribe(4, 1, 0, "v2/a", "v2/r/req/+")).expectType(0x90);
            client.send(unsubscribe(4, 2, "v2/a", "v2/r/req/+")).expectType(0xB0);

            RecordedCall call = RecordedCall.twoWay();
            connection().rpc(call);

            call.await("failed NOT_CONNECTED");
            assertThat(connection().attributes(json("{}")).toCompletableFuture().join())
                    .isEqualTo(Delivery.NOT_CONNECTED);
            client.expectPong();
        }
    }

    /** v3.1.1:MQTT-4.3.2-1, v5:MQTT-4.3.2-1 */
    @ParameterizedTest
    @CsvSource({
        "v1/devices/me/rpc/request/+, v1/devices/me/rpc/request/0, v1/devices/me/rpc/response/0",
        "v2/r/req/+, v2/r/req/0, v2/r/res/0",
        "v2/r/req/j/+, v2/r/req/j/0, v2/r/res/j/0"
    })
    void anRpcRequestIsSentAcknowledgedAndAnswered(String filter, String request, String response) {
        try (RawClient client = server.connected(4)) {
            client.send(subscribe(4, 1, 1, filter)).expectType(0x90);
            RecordedCall call = RecordedCall.twoWay();
            connection().rpc(call);

            assertThat(text(client.expectType(0x32)))
                    .isEqualTo(
                            request + " {\"method\":\"set\\\"Gpio\\\"\",\"params\":{\"pin\":7}}");
            call.await("sent");
            client.send(hex("40020001"));
            call.await("sent", "delivered");
            client.send(publish(4, 1, 9, response, "{\"ok\":true}")).expect("40020009");
            call.await("sent", "delivered", "replied {\"ok\":true}");
        }
    }

    @Test
    void aReplyMayComeBeforeTheAcknowledgement() {
        try (RawClient client = server.connected(5)) {
            client.send(subscribe(5, 1, 1, "v2/r/req/+")).expectType(0x90);
            RecordedCall call = RecordedCall.twoWay();
            connection().rpc(call);
            // The rest of the message's life in seconds: v5:MQTT-3.3.2-6
            assertThat(client.expectType(0x32)).contains("05020000003c");

            client.send(publish(5, 0, 0, "v2/r/res/0", "ok"), hex("40020001"));

            call.await("sent", "delivered", "replied ok");
        }
    }

    @Test
    void aOneWayRequestEndsWithItsDelivery() {
        try (RawClient client = server.connected(4)) {
            client.send(subscribe(4, 1, 0, "v2/r/req/+")).expectType(0x90);
            RecordedCall call = new RecordedCall(true, Duration.ofMinutes(1));
            connection().rpc(call);
            client.expectType(0x30);
            call.await("sent", "delivered");
        }
    }

    /** v5:MQTT-4.4.0-2 */
    @Test
    void aRequestThatTheDeviceRejectsFails() {
        try (RawClient client = server.connected(5)) {
            client.send(subscribe(5, 1, 1, "v2/r/req/+")).expectType(0x90);
            RecordedCall call = RecordedCall.twoWay();
            connection().rpc(call);
            client.expectType(0x32);
            client.send(hex("4003000187"));
            call.await("sent", "failed NOT_ACKNOWLEDGED");
        }
    }

    @Test
    void aRequestWithoutAReplyExpiresAndFailsWithTheConnection() {
        try (RawClient client = server.connected(4)) {
            client.send(subscribe(4, 1, 0, "v2/r/req/+")).expectType(0x90);
            RecordedCall brief = new RecordedCall(false, Duration.ofMillis(200));
            connection().rpc(brief);
            client.expectType(0x30);
            brief.await("sent", "delivered", "failed NOT_ACKNOWLEDGED");
            client.send(publish(4, 1, 1, "v2/r/res/0", "{}")).expect("40020001");
            assertThat(server.events().refusals())
                    .containsExactly(
                            "PUBLISH_REFUSED Device 1 v2/r/res/0: no RPC request waits for this answer");

            RecordedCall lost = RecordedCall.twoWay();
            connection().rpc(lost);
            client.expectType(0x30);
            client.close();
            lost.await("sent", "delivered", "failed NOT_CONNECTED");
        }
    }

    /** v5:MQTT-3.3.4-9: others wait for room and are sent when there is some. */
    @Test
    void requestsWaitForTheClientsReceiveMaximum() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties("210001").bytes());
            client.expectType(0x20);
            client.send(subscribe(5, 1, 1, "v2/r/req/+")).expectType(0x90);
            for (int i = 0; i < 3; i++) {
                connection().rpc(RecordedCall.twoWay());
            }
            client.expectType(0x32);
            client.expectPong();
            client.send(hex("40020001")).expectType(0x32);
            client.expectPong();
            client.send(hex("40020002")).expectType(0x32);
        }
    }

    /** v3.1.1:MQTT-4.3.2-1, v5:MQTT-4.3.2-4: PUBREC and PUBCOMP do not answer a message of QoS 1. */
    @ParameterizedTest
    @CsvSource({"4, 5002", "4, 7002", "5, 5002", "5, 7002"})
    void aMessageOfQosOneIsAnsweredByPubAckOnly(int level, String packet) {
        try (RawClient client = server.connected(level)) {
            client.send(subscribe(level, 1, 1, "v2/r/req/+")).expectType(0x90);
            client.send(hex(packet + "0009")).expectPong();
            connection().rpc(RecordedCall.twoWay());
            client.expectType(0x32);

            client.send(hex(packet + "0001"));

            if (level == 5) {
                client.expectReason("e0", 0x82);
            }
            client.expectClosed();
        }
    }

    /** v5:MQTT-3.1.2-24, v5:MQTT-3.1.2-25 */
    @Test
    void aMessageThatIsTooLongForTheClientIsNotSent() {
        try (RawClient client = server.rawClient()) {
            client.send(connect(5).userName("token-1").properties("2700000040").bytes());
            client.expectType(0x20);
            client.send(subscribe(5, 1, 1, "v2/r/req/+")).expectType(0x90);
            RecordedCall call = RecordedCall.twoWay();
            connection().rpc(call);
            call.await("failed NO_ROOM");
            client.expectPong();
        }
    }

    @Test
    void anRpcRequestOfTheDeviceBecomesAMessageAndIsAnswered() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            String request = "{\"method\":\"getTime\",\"params\":{}}";
            client.send(publish(4, 1, 1, "v2/r/req/j/12", request)).expect("40020001");
            RuleMessage message = server.queue().messages().getFirst();
            assertThat(message.type()).isEqualTo("TO_SERVER_RPC_REQUEST");
            assertThat(message.payload().text()).isEqualTo(request);
            assertThat(message.metadata().values())
                    .containsEntry("requestId", "12")
                    .containsEntry("serviceId", "instance-1")
                    .containsEntry("sessionId", connection().id().toString())
                    .containsEntry("deviceName", "Device 1")
                    .containsEntry("deviceType", "thermometer");

            assertThat(reply(12)).isEqualTo(Delivery.DELIVERED);
            assertThat(text(client.expectType(0x32))).isEqualTo("v2/r/res/j/12 {\"time\":\"now\"}");
            assertThat(reply(12)).isEqualTo(Delivery.NOT_CONNECTED);
        }
    }

    private Delivery reply(int id) {
        return connection().rpcReply(id, json("{\"time\":\"now\"}")).toCompletableFuture().join();
    }

    @Test
    void aClaimIsAcknowledgedWhenItIsStored() {
        try (RawClient client = server.connected(5)) {
            String topic = "v1/devices/me/claim";
            client.send(publish(5, 1, 1, topic, "{\"secretKey\":\"s\",\"durationMs\":60000}"))
                    .expect("40020001");
            client.send(publish(5, 1, 2, topic, "")).expect("40020002");
            client.send(publish(5, 1, 3, topic, "{\"secretKey\":\"refused\"}"))
                    .expectReason("40 0003", 0x83);
            client.send(publish(5, 1, 4, topic, "{\"durationMs\":-1}"))
                    .expectReason("40 0004", 0x99);
        }
        assertThat(server.requests().claims()).containsExactly("Device 1 s", "Device 1 ");
        assertThat(server.events().refusals())
                .containsExactly(
                        "REQUEST_REFUSED Device 1 v1/devices/me/claim: the device has a customer",
                        "PUBLISH_REFUSED Device 1 v1/devices/me/claim: durationMs must be a positive number");
    }

    @Test
    void userPropertiesBecomeMetadata() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(5)) {
            client.send(
                            packet(0x32)
                                    .text("v2/t")
                                    .u16(1)
                                    .properties(
                                            5,
                                            "26 0006 626174636821 0002 3132 26 0002 7473 0001 31")
                                    .raw("{\"a\":1}".getBytes(StandardCharsets.UTF_8))
                                    .bytes())
                    .expect("40020001");
        }
        assertThat(server.queue().messages().getFirst().metadata().values())
                .containsEntry("property_batch!", "12")
                .containsEntry("property_ts", "1")
                .containsEntry("ts", Long.toString(TestServer.NOW));
    }

    /** v5:MQTT-3.3.2-12: an alias is forgotten with its connection. */
    @Test
    void anAliasReplacesTheTopic() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(5)) {
            client.send(packet(0x32).text("v2/t").u16(1).u8(3).raw("230010").raw("7b7d").bytes())
                    .expect("40020001");
            client.send(packet(0x32).text("").u16(2).u8(3).raw("230010").raw("7b7d").bytes())
                    .expect("40020002");
        }
        try (RawClient client = server.connected(5)) {
            client.send(packet(0x32).text("").u16(2).u8(3).raw("230010").raw("7b7d").bytes())
                    .expectReason("e0", 0x82)
                    .expectClosed();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void aClientThatAsksForADeviceGetsOneAndMayDoNothingElse(int level) {
        try (RawClient client = server.rawClient()) {
            client.send(connect(level).userName("provision").bytes()).expectType(0x20);
            client.send(subscribe(level, 1, 1, "/provision/response", "v2/a"));
            client.expectType(0x90);
            client.send(
                    publish(
                            level,
                            0,
                            0,
                            "/provision/request",
                            "{\"provisionDeviceKey\":\"key\",\"provisionDeviceSecret\":\"secret\"}"));
            assertThat(new String(hex(client.expectType(0x32)), StandardCharsets.UTF_8))
                    .contains("/provision/response")
                    .endsWith(
                            "{\"credentialsType\":\"ACCESS_TOKEN\",\"credentialsValue\":\"token-1\",\"status\":\"SUCCESS\"}");
            client.send(
                    publish(
                            level,
                            0,
                            0,
                            "/provision/request",
                            "{\"provisionDeviceKey\":\"key\",\"provisionDeviceSecret\":\"?\"}"));
            assertThat(new String(hex(client.expectType(0x32)), StandardCharsets.UTF_8))
                    .endsWith("{\"errorMsg\":\"no such profile\",\"status\":\"NOT_FOUND\"}");
            client.send(publish(level, 0, 0, "v2/t", "{}"));
            if (level == 5) {
                client.expectReason("e0", 0x90);
            }
            client.expectClosed();
        }
        assertThat(server.sessions().events()).isEmpty();
    }
}
