// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.mqtt.clients.DeviceClient.RefusedException;
import io.millrace.transport.mqtt.testkit.Devices;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.RecordedCall;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a device does, with any client library and version of MQTT. */
@ExtendWith(Leaks.class)
@Timeout(60)
abstract class DeviceClientContract {

    private static final String TELEMETRY = "v1/devices/me/telemetry";
    private static final String ATTRIBUTES = "v1/devices/me/attributes";

    private final TestServer server = TestServer.start();

    @SuppressWarnings("NullAway.Init")
    private DeviceClient client;

    /** A client of the server on this port of the loopback address. */
    abstract DeviceClient client(int port);

    /** The code that tells a client of this version that its token is wrong. */
    abstract int wrongToken();

    @BeforeEach
    void start() {
        client = client(server.mqtt().port());
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void aWrongTokenIsRefused() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> client.connect("bad"))
                .extracting(RefusedException::code)
                .isEqualTo(wrongToken());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aReadingIsProcessedOnce(int qos) {
        server.queue().safeAtOnce();
        client.connect("token-1");

        client.publish(TELEMETRY, "{\"t\":22.5}", qos).join();
        client.publish(ATTRIBUTES, "{\"fw\":\"2\"}", 1).join();

        assertThat(server.queue().messages())
                .extracting(RuleMessage::type)
                .containsExactly("POST_TELEMETRY_REQUEST", "POST_ATTRIBUTES_REQUEST");
        assertThat(server.queue().messages().getFirst().payload().text()).isEqualTo("{\"t\":22.5}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aReadingIsDeliveredWhenItIsSafe(int qos) {
        client.connect("token-1");

        CompletableFuture<?> published = client.publish(TELEMETRY, "{\"t\":22.5}", qos);
        server.queue().awaitSize(1);
        assertThat(published).isNotDone();
        server.queue().safe(0);

        published.join();
    }

    @Test
    void asManyReadingsAsTheServerAllowsInFlightKeepTheirOrder() {
        server.queue().safeAtOnce();
        client.connect("token-1");

        CompletableFuture.allOf(
                        IntStream.range(0, 64)
                                .mapToObj(n -> client.publish(TELEMETRY, "{\"n\":" + n + "}", 1))
                                .toArray(CompletableFuture[]::new))
                .join();

        assertThat(server.queue().messages())
                .extracting(message -> message.payload().json().get("n").asInt())
                .isEqualTo(IntStream.range(0, 64).boxed().toList());
    }

    @Test
    void everyTopicOfADeviceCanBeSubscribedTo() {
        client.connect("token-1");

        List.of(
                        "v1/devices/me/attributes",
                        "v2/a",
                        "v2/a/j",
                        "v1/devices/me/rpc/request/+",
                        "v2/r/req/+",
                        "v2/r/req/j/+",
                        "v1/devices/me/attributes/response/+",
                        "v2/a/res/+",
                        "v2/a/res/j/+",
                        "v1/devices/me/rpc/response/+",
                        "v2/r/res/+",
                        "v2/r/res/j/+")
                .forEach(client::subscribe);

        assertThat(client.isConnected()).isTrue();
    }

    @Test
    void theClientAsksForAttributes() {
        client.connect("token-1");
        client.subscribe("v1/devices/me/attributes/response/+");

        client.publish(
                        "v1/devices/me/attributes/request/7",
                        "{\"clientKeys\":\"fw\",\"sharedKeys\":\"target\"}",
                        1)
                .join();

        awaitMessage(
                "v1/devices/me/attributes/response/7 "
                        + "{\"client\":{\"fw\":\"1.2\"},\"shared\":{\"target\":\"Device 1\"}}");
    }

    @Test
    void theClientIsToldOfSharedAttributesAndAcknowledges() {
        client.connect("token-1");
        client.subscribe(ATTRIBUTES);

        var delivery = connection().attributes(json("{\"target\":21}")).toCompletableFuture();

        awaitMessage(ATTRIBUTES + " {\"target\":21}");
        assertThat(delivery.join()).isEqualTo(Delivery.DELIVERED);
    }

    @Test
    void theClientAnswersARequest() {
        client.connect("token-1");
        client.subscribe("v1/devices/me/rpc/request/+");
        RecordedCall call = RecordedCall.twoWay();

        connection().rpc(call);
        awaitMessage(
                "v1/devices/me/rpc/request/0 {\"method\":\"set\\\"Gpio\\\"\",\"params\":{\"pin\":7}}");
        call.await("sent", "delivered");
        client.publish("v1/devices/me/rpc/response/0", "{\"ok\":true}", 1).join();

        call.await("sent", "delivered", "replied {\"ok\":true}");
    }

    @Test
    void theClientSendsARequestAndGetsItsAnswer() {
        server.queue().safeAtOnce();
        client.connect("token-1");
        client.subscribe("v1/devices/me/rpc/response/+");

        client.publish("v1/devices/me/rpc/request/12", "{\"method\":\"getTime\"}", 1).join();
        assertThat(server.queue().messages())
                .extracting(RuleMessage::type)
                .containsExactly("TO_SERVER_RPC_REQUEST");
        assertThat(connection().rpcReply(12, json("{\"time\":\"now\"}")).toCompletableFuture())
                .succeedsWithin(Durations.TEN_SECONDS)
                .isEqualTo(Delivery.DELIVERED);

        awaitMessage("v1/devices/me/rpc/response/12 {\"time\":\"now\"}");
    }

    @Test
    void aMalformedReadingCostsTheConnectionAndTheClientComesBack() {
        server.queue().safeAtOnce();
        client.connect("token-1");

        client.publish(TELEMETRY, "{", 0);
        await().until(() -> !client.isConnected());
        client.close();
        client = client(server.mqtt().port());
        client.connect("token-1");
        client.publish(TELEMETRY, "{}", 1).join();

        assertThat(server.queue().size()).isEqualTo(1);
    }

    private DeviceConnection connection() {
        return server.connections().of(Devices.device(1).device()).getFirst();
    }

    private void awaitMessage(String message) {
        await().untilAsserted(() -> assertThat(client.received()).containsExactly(message));
    }

    private static byte[] json(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
