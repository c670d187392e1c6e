// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static io.millrace.transport.mqtt.testkit.PacketBytes.hex;
import static io.millrace.transport.mqtt.testkit.PacketBytes.publish;
import static io.millrace.transport.mqtt.testkit.PacketBytes.subscribe;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.DeviceId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.TransportOptions;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.RawClient;
import io.millrace.transport.mqtt.testkit.RecordedCall;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Devices behind a gateway, over a real socket. */
@ExtendWith(Leaks.class)
class GatewayTest {

    private static final String TELEMETRY = "v1/gateway/telemetry";

    private final TestServer server =
            TestServer.start(
                    MqttServerSettings.onPort(0),
                    _ -> CompletableFuture.completedFuture(new AuthResult.Accepted(gateway())));

    @AfterEach
    void stop() {
        server.close();
    }

    private static AuthenticatedDevice gateway() {
        AuthenticatedDevice device = Devices.device(1);
        return new AuthenticatedDevice(
                device.tenant(),
                device.device(),
                "Gateway",
                device.profileName(),
                device.customer(),
                device.profile(),
                device.defaultRuleChain(),
                device.defaultQueue(),
                TransportOptions.GATEWAY);
    }

    private static DeviceId id(String name) {
        return new DeviceId(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)));
    }

    private DeviceConnection device(String name) {
        await().until(() -> !server.connections().of(id(name)).isEmpty());
        return server.connections().of(id(name)).getFirst();
    }

    private List<String> messages() {
        return server.queue().messages().stream()
                .map(message ->
                        "%s %s %s"
                                .formatted(
                                        message.metadata().get("deviceName"),
                                        message.metadata().get("deviceType"),
                                        message.payload().text()))
                .toList();
    }

    private static String text(String hex) {
        return new String(hex(hex), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(ints = {4, 5})
    void onePublishHasOneAcknowledgementForAllItsDevices(int level) {
        try (RawClient client = server.connected(level)) {
            client.send(
                    publish(
                            level,
                            1,
                            1,
                            TELEMETRY,
                            "{\"A\":[{\"ts\":5,\"values\":{\"t\":1}},{\"t\":2}], \"B\":[{\"t\":3}]}"));
            server.queue().awaitSize(3);
            server.queue().safe(0, 2);
            client.expectPong();
            server.queue().safe(2);
            client.expect("40020001").expectPong();
        }
        assertThat(messages())
                .containsExactly(
                        "A default {\"t\":1}", "A default {\"t\":2}", "B default {\"t\":3}");
        assertThat(server.queue().messages().getFirst().metadata().get("ts")).isEqualTo("5");
        assertThat(server.limits().taken())
                .containsExactly("GATEWAY 0", "SUB_DEVICE 2", "SUB_DEVICE 1");
    }

    @Test
    void manyDevicesInAPacketTakeNoMoreOfTheWindowThanTheirBytes() {
        String ofFortyDevices =
                IntStream.range(0, 40)
                        .mapToObj("\"%d\":[{\"t\":1}]"::formatted)
                        .collect(Collectors.joining(",", "{", "}"));
        int bytes = ofFortyDevices.length() + 40 * 256;
        int packets = Math.ceilDiv(256 * 1024, bytes);
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, ofFortyDevices));
            server.queue().awaitSize(40);
            server.queue().safe(0, 40);
            client.expect("40020001");

            for (int i = 1; i <= 30; i++) {
                client.send(publish(4, 1, i, TELEMETRY, ofFortyDevices));
            }
            await().until(() -> server.metrics().paused() == 1);
            int read = 40 + 40 * packets;
            server.queue().awaitSize(read);
            assertThat(server.queue().size()).isEqualTo(read);

            server.queue().safe(40, read);
            server.queue().awaitSize(40 + 40 * 30);
            server.queue().safe(read, 40 + 40 * 30);
            IntStream.rangeClosed(1, 30).forEach(_ -> client.expectType(0x40));
        }
    }

    @Test
    void aDeviceIsConnectedByItsFirstMessageAndDisconnectedWithItsGateway() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            client.send(
                            publish(
                                    4,
                                    1,
                                    1,
                                    "v1/gateway/connect",
                                    "{\"device\":\"A\",\"type\":\"pump\"}"))
                    .expect("40020001");
            client.send(publish(4, 1, 2, "v1/gateway/attributes", "{\"A\":{\"fw\":\"x1\"}}"))
                    .expect("40020002");
            client.send(publish(4, 1, 3, TELEMETRY, "{\"B\":[{\"t\":1}]}")).expect("40020003");
            client.send(publish(4, 1, 4, "v1/gateway/disconnect", "{\"device\":\"A\"}"))
                    .expect("40020004");
        }
        await().until(() -> server.connections().devices().isEmpty());
        assertThat(messages()).containsExactly("A pump {\"fw\":\"x1\"}", "B default {\"t\":1}");
        await().untilAsserted(() ->
                assertThat(server.sessions().events())
                        .filteredOn(event -> !event.startsWith("activity"))
                        .containsExactly(
                                "opened Gateway",
                                "opened A",
                                "opened B",
                                "closed A: disconnected by its gateway",
                                "closed B: gateway: connection lost",
                                "closed Gateway: connection lost"));
    }

    /** A device that is being looked up holds back its own messages only, and they keep their order. */
    @Test
    void aSlowDeviceHoldsBackNoOther() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "{\"slow\":[{\"n\":1}]}"));
            client.send(publish(4, 1, 2, TELEMETRY, "{\"fast\":[{\"n\":1}]}")).expect("40020002");
            client.send(publish(4, 1, 3, TELEMETRY, "{\"slow\":[{\"n\":2}],\"fast\":[{\"n\":2}]}"));
            client.send(publish(4, 1, 4, TELEMETRY, "{\"other\":[{\"n\":1}]}")).expect("40020004");
            assertThat(messages())
                    .containsExactly("fast default {\"n\":1}", "other default {\"n\":1}");

            server.requests().find("slow");

            client.expect("40020001").expect("40020003");
            client.send(publish(4, 1, 5, TELEMETRY, "{\"slow\":[{\"n\":3}]}")).expect("40020005");
        }
        assertThat(messages())
                .filteredOn(message -> message.startsWith("slow"))
                .containsExactly(
                        "slow default {\"n\":1}",
                        "slow default {\"n\":2}",
                        "slow default {\"n\":3}");
    }

    @Test
    void aThousandDevicesKeepTheirOrder() {
        server.queue().safeAtOnce();
        String all =
                IntStream.range(0, 1000)
                        .mapToObj("\"D%d\":[{\"n\":1},{\"n\":2}]"::formatted)
                        .collect(Collectors.joining(",", "{", "}"));
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, all)).expect("40020001");
            client.send(publish(4, 1, 2, TELEMETRY, all)).expect("40020002");
        }
        assertThat(messages()).hasSize(4000);
        assertThat(messages())
                .filteredOn(message -> message.startsWith("D7 "))
                .containsExactly(
                        "D7 default {\"n\":1}",
                        "D7 default {\"n\":2}",
                        "D7 default {\"n\":1}",
                        "D7 default {\"n\":2}");
    }

    @Test
    void aDeviceThatCannotConnectIsLeftOutAndTheGatewayIsTold() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(5)) {
            client.send(subscribe(5, 1, 0, "v1/gateway/disconnect")).expectType(0x90);
            client.send(publish(5, 1, 1, TELEMETRY, "{\"no\":[{\"t\":1}],\"A\":[{\"t\":2}]}"));
            assertThat(text(client.expectType(0x30)))
                    .endsWith("{\"device\":\"no\",\"reason\":131}");
            client.expect("40020001");
            client.send(publish(5, 1, 2, TELEMETRY, "{\"no\":[{\"t\":1}]}")).expectType(0x30);
            client.expectReason("40 0002", 0x83).expectPong();
        }
        assertThat(messages()).containsExactly("A default {\"t\":2}");
        assertThat(server.events().refusals())
                .hasSize(2)
                .containsOnly(
                        "REQUEST_REFUSED Gateway v1/gateway/telemetry (device no):"
                                + " the tenant has too many devices");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "v1/gateway/telemetry | [] | 99",
                "v1/gateway/telemetry | {\"A\":[{\"t\":] | 99",
                "v1/gateway/telemetry | {\"A\":[1]} | 99",
                "v1/gateway/telemetry | {\"\":[{\"t\":1}]} | 99",
                "v1/gateway/connect | {} | 99",
                "v1/gateway/rpc | {\"device\":\"A\",\"id\":\"x\"} | 99",
                "v1/gateway/attributes/request | {\"id\":1,\"device\":\"A\"} | 99",
                "v1/gateway/other | {} | 90"
            })
    void whatAGatewayMaySendIsNamed(String topic, String payload, String reason) {
        try (RawClient client = server.connected(5)) {
            client.send(publish(5, 1, 1, topic, payload))
                    .expectReason("40 0001", Integer.parseInt(reason, 16))
                    .expectPong();
        }
        assertThat(server.queue().messages()).isEmpty();
    }

    @Test
    void attributesOfADeviceAreAnswered() {
        try (RawClient client = server.connected(4)) {
            String topic = "v1/gateway/attributes/request";
            client.send(
                    publish(
                            4,
                            0,
                            0,
                            topic,
                            "{\"id\":1,\"device\":\"A\",\"client\":true,\"key\":\"fw\"}"));
            assertThat(text(client.expectType(0x32)))
                    .endsWith("{\"id\":1,\"device\":\"A\",\"value\":\"1.2\"}");
            client.send(
                    publish(
                            4,
                            0,
                            0,
                            topic,
                            "{\"id\":2,\"device\":\"A\",\"keys\":[\"target\",\"x\"]}"));
            assertThat(text(client.expectType(0x32)))
                    .endsWith("{\"id\":2,\"device\":\"A\",\"values\":{\"target\":\"A\"}}");
            client.send(publish(4, 0, 0, topic, "{\"id\":3,\"device\":\"A\",\"key\":\"x\"}"));
            assertThat(text(client.expectType(0x32))).endsWith("{\"id\":3,\"device\":\"A\"}");
        }
    }

    @Test
    void changedAttributesAndRpcRequestsComeThroughTheGateway() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(4)) {
            client.send(publish(4, 1, 1, TELEMETRY, "{\"A\":[{\"t\":1}]}")).expect("40020001");
            RecordedCall early = RecordedCall.twoWay();
            device("A").rpc(early);
            early.await("failed NOT_CONNECTED");

            client.send(subscribe(4, 2, 0, "v1/gateway/attributes", "v1/gateway/rpc"))
                    .expectType(0x90);
            var _ = device("A").attributes("{\"k\":1}".getBytes(StandardCharsets.UTF_8));
            assertThat(text(client.expectType(0x30)))
                    .endsWith("v1/gateway/attributes{\"device\":\"A\",\"data\":{\"k\":1}}");
            RecordedCall call = RecordedCall.twoWay();
            device("A").rpc(call);
            assertThat(text(client.expectType(0x30)))
                    .endsWith(
                            "v1/gateway/rpc{\"device\":\"A\",\"data\":{\"id\":0,\"method\":\"set\\\"Gpio\\\"\",\"params\":{\"pin\":7}}}");
            client.send(
                            publish(
                                    4,
                                    1,
                                    3,
                                    "v1/gateway/rpc",
                                    "{\"device\":\"A\",\"id\":0,\"data\":{\"ok\":true}}"))
                    .expect("40020003");
            call.await("sent", "delivered", "replied {\"ok\":true}");
        }
        assertThat(server.sessions().events())
                .contains("subscribed A ATTRIBUTES", "subscribed A RPC");
    }

    @Test
    void aDeviceThatIsTakenOverLeavesItsGateway() {
        server.queue().safeAtOnce();
        try (RawClient client = server.connected(5)) {
            client.send(subscribe(5, 1, 0, "v1/gateway/disconnect")).expectType(0x90);
            client.send(publish(5, 1, 1, TELEMETRY, "{\"A\":[{\"t\":1}]}")).expect("40020001");

            device("A").close(CloseCause.TAKEN_OVER);

            assertThat(text(client.expectType(0x30))).endsWith("{\"device\":\"A\",\"reason\":142}");
            client.send(publish(5, 1, 2, TELEMETRY, "{\"A\":[{\"t\":2}]}")).expect("40020002");
        }
    }

    @Test
    void claimsOfSeveralDevicesAreOneMessage() {
        try (RawClient client = server.connected(5)) {
            client.send(
                            publish(
                                    5,
                                    1,
                                    1,
                                    "v1/gateway/claim",
                                    "{\"A\":{\"secretKey\":\"s\"},\"B\":{}}"))
                    .expect("40020001");
        }
        assertThat(server.requests().claims()).containsExactlyInAnyOrder("A s", "B ");
    }
}
