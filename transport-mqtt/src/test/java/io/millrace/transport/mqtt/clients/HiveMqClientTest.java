// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.connect.connack.Mqtt5ConnAck;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import com.hivemq.client.mqtt.mqtt5.message.publish.puback.Mqtt5PubAckReasonCode;
import io.millrace.message.RuleMessage;
import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The server, tested with the HiveMQ clients. */
@ExtendWith(Leaks.class)
class HiveMqClientTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aThousandReadingsOfMqtt3KeepTheirOrder() {
        server.queue().safeAtOnce();
        Mqtt3AsyncClient client = mqtt3("token-1");
        client.connect().join();

        CompletableFuture.allOf(
                        IntStream.range(0, 1000)
                                .mapToObj(n ->
                                        client.publishWith()
                                                .topic(TELEMETRY)
                                                .qos(MqttQos.AT_LEAST_ONCE)
                                                .payload(reading(n))
                                                .send())
                                .toArray(CompletableFuture[]::new))
                .join();

        assertThat(received()).isEqualTo(IntStream.range(0, 1000).boxed().toList());
        client.disconnect().join();
    }

    @Test
    void aThousandReadingsOfMqtt5KeepTheirOrderWithinTheReceiveMaximum() {
        server.queue().safeAtOnce();
        Mqtt5AsyncClient client = mqtt5("token-1");
        Mqtt5ConnAck connAck = client.connect().join();
        assertThat(connAck.getRestrictions().getReceiveMaximum()).isEqualTo(64);
        assertThat(connAck.getRestrictions().getMaximumQos()).isEqualTo(MqttQos.EXACTLY_ONCE);
        assertThat(connAck.getRestrictions().isRetainAvailable()).isFalse();
        assertThat(connAck.getAssignedClientIdentifier()).isPresent();

        CompletableFuture.allOf(
                        IntStream.range(0, 1000)
                                .mapToObj(n -> publish(client, TELEMETRY, reading(n)))
                                .toArray(CompletableFuture[]::new))
                .join();

        assertThat(received()).isEqualTo(IntStream.range(0, 1000).boxed().toList());
        client.disconnect().join();
    }

    @Test
    void refusedPublishesNameTheirReason() {
        Mqtt5AsyncClient client = mqtt5("token-1");
        client.connect().join();

        assertThat(refusal(publish(client, "some/topic", reading(1))))
                .isEqualTo(Mqtt5PubAckReasonCode.TOPIC_NAME_INVALID);
        assertThat(refusal(publish(client, TELEMETRY, "no json".getBytes(StandardCharsets.UTF_8))))
                .isEqualTo(Mqtt5PubAckReasonCode.PAYLOAD_FORMAT_INVALID);
        client.disconnect().join();
    }

    @Test
    void aClientThatWasTakenOverSeesItsConnectionEnd() {
        Mqtt5AsyncClient first = mqtt5("token-1");
        Mqtt3AsyncClient second = mqtt3("token-1");
        first.connect().join();
        second.connect().join();

        await().until(() -> first.getState() == MqttClientState.DISCONNECTED);
        assertThat(second.getState()).isEqualTo(MqttClientState.CONNECTED);
        second.disconnect().join();
    }

    @Nested
    class Mqtt311 extends DeviceClientContract {

        @Override
        DeviceClient client(int port) {
            return new HiveMq3Client(port);
        }

        @Override
        int wrongToken() {
            return 5;
        }
    }

    @Nested
    class Mqtt5 extends DeviceClientContract {

        @Override
        DeviceClient client(int port) {
            return new HiveMq5Client(port);
        }

        @Override
        int wrongToken() {
            return 0x86;
        }
    }

    private Mqtt5AsyncClient mqtt5(String token) {
        return MqttClient.builder()
                .useMqttVersion5()
                .serverHost("127.0.0.1")
                .serverPort(server.mqtt().port())
                .simpleAuth()
                .username(token)
                .applySimpleAuth()
                .buildAsync();
    }

    private Mqtt3AsyncClient mqtt3(String token) {
        return MqttClient.builder()
                .useMqttVersion3()
                .serverHost("127.0.0.1")
                .serverPort(server.mqtt().port())
                .simpleAuth()
                .username(token)
                .applySimpleAuth()
                .buildAsync();
    }

    private static CompletableFuture<Mqtt5PublishResult> publish(
            Mqtt5AsyncClient client, String topic, byte[] payload) {
        return client.publishWith().topic(topic).qos(MqttQos.AT_LEAST_ONCE).payload(payload).send();
    }

    private static Mqtt5PubAckReasonCode refusal(CompletableFuture<Mqtt5PublishResult> published) {
        Throwable refusal =
                published
                        .handle((result, e) -> e != null ? e : result.getError().orElseThrow())
                        .join();
        Throwable cause = refusal instanceof CompletionException ? refusal.getCause() : refusal;
        assertThat(cause).isInstanceOf(Mqtt5PubAckException.class);
        return ((Mqtt5PubAckException) requireNonNull(cause)).getMqttMessage().getReasonCode();
    }

    private static byte[] reading(int n) {
        return ("{\"n\":" + n + "}").getBytes(StandardCharsets.UTF_8);
    }

    private List<Integer> received() {
        return server.queue().messages().stream()
                .map(RuleMessage::payload)
                .map(payload -> payload.json().get("n").asInt())
                .toList();
    }
}
