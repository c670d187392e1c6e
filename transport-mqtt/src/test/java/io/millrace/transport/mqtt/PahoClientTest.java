// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.millrace.transport.mqtt.testkit.Leaks;
import io.millrace.transport.mqtt.testkit.TestServer;
import java.nio.charset.StandardCharsets;
import org.eclipse.paho.client.mqttv3.IMqttDeliveryToken;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The server, tested with the Paho client. */
@ExtendWith(Leaks.class)
class PahoClientTest {

    private static final String TELEMETRY = "v1/devices/me/telemetry";
    private static final long PATIENCE_MILLIS = 20_000;

    private final TestServer server = TestServer.start();

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            ints = {MqttConnectOptions.MQTT_VERSION_3_1, MqttConnectOptions.MQTT_VERSION_3_1_1})
    void aReadingIsDeliveredWhenItIsSafe(int version) throws MqttException {
        MqttAsyncClient client = client();
        client.connect(options("token-1", version)).waitForCompletion(PATIENCE_MILLIS);

        IMqttDeliveryToken delivery =
                client.publish(
                        TELEMETRY, "{\"t\":22.5}".getBytes(StandardCharsets.UTF_8), 1, false);
        server.queue().awaitSize(1);
        assertThat(delivery.isComplete()).isFalse();
        server.queue().safe(0);

        delivery.waitForCompletion(PATIENCE_MILLIS);
        client.disconnect().waitForCompletion(PATIENCE_MILLIS);
        client.close();
    }

    @Test
    void aWrongTokenIsNotAuthorized() throws MqttException {
        MqttAsyncClient client = client();
        assertThatExceptionOfType(MqttException.class)
                .isThrownBy(() ->
                        client.connect(options("bad", MqttConnectOptions.MQTT_VERSION_3_1_1))
                                .waitForCompletion(PATIENCE_MILLIS))
                .satisfies(e ->
                        assertThat(e.getReasonCode())
                                .isEqualTo(MqttException.REASON_CODE_NOT_AUTHORIZED));
        client.close();
    }

    @Test
    void aMalformedReadingCostsTheConnectionAndTheClientComesBack() throws MqttException {
        server.queue().safeAtOnce();
        MqttAsyncClient client = client();
        MqttConnectOptions options = options("token-1", MqttConnectOptions.MQTT_VERSION_3_1_1);
        client.connect(options).waitForCompletion(PATIENCE_MILLIS);

        client.publish(TELEMETRY, "{".getBytes(StandardCharsets.UTF_8), 0, false);
        await().until(() -> !client.isConnected());
        client.connect(options).waitForCompletion(PATIENCE_MILLIS);
        client.publish(TELEMETRY, "{}".getBytes(StandardCharsets.UTF_8), 1, false)
                .waitForCompletion(PATIENCE_MILLIS);

        assertThat(server.queue().size()).isEqualTo(1);
        client.disconnect().waitForCompletion(PATIENCE_MILLIS);
        client.close();
    }

    private MqttAsyncClient client() throws MqttException {
        return new MqttAsyncClient(
                "tcp://127.0.0.1:" + server.mqtt().port(), "paho", new MemoryPersistence());
    }

    private static MqttConnectOptions options(String token, int version) {
        MqttConnectOptions options = new MqttConnectOptions();
        options.setUserName(token);
        options.setMqttVersion(version);
        options.setCleanSession(true);
        return options;
    }
}
