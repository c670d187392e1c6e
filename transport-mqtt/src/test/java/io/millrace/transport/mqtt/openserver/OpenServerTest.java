// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.openserver;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.millrace.transport.mqtt.testkit.Leaks;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.MqttException;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The protocol layer serves an application that is not the device API. */
@ExtendWith(Leaks.class)
class OpenServerTest {

    private static final long PATIENCE_MILLIS = 20_000;

    private final OpenServer server = OpenServer.start(0);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void messagesGoBetweenClientsOfDifferentVersions() throws MqttException {
        List<String> received = new CopyOnWriteArrayList<>();
        Mqtt5BlockingClient subscriber =
                MqttClient.builder()
                        .useMqttVersion5()
                        .serverHost("127.0.0.1")
                        .serverPort(server.port())
                        .buildBlocking();
        subscriber
                .toAsync()
                .publishes(MqttGlobalPublishFilter.ALL, publish -> received.add(text(publish)));
        subscriber.connect();
        subscriber.subscribeWith().topicFilter("a/+/c/#").qos(MqttQos.EXACTLY_ONCE).send();
        MqttAsyncClient publisher =
                new MqttAsyncClient(
                        "tcp://127.0.0.1:" + server.port(), "paho", new MemoryPersistence());
        publisher.connect().waitForCompletion(PATIENCE_MILLIS);

        for (int qos = 0; qos <= 2; qos++) {
            publisher
                    .publish("a/b/c", ("qos " + qos).getBytes(UTF_8), qos, false)
                    .waitForCompletion(PATIENCE_MILLIS);
            publisher
                    .publish("a/b", "not subscribed".getBytes(UTF_8), qos, false)
                    .waitForCompletion(PATIENCE_MILLIS);
        }

        await().untilAsserted(() ->
                assertThat(received).containsExactly("a/b/c qos 0", "a/b/c qos 1", "a/b/c qos 2"));
        publisher.disconnect().waitForCompletion(PATIENCE_MILLIS);
        publisher.close();
        subscriber.disconnect();
    }

    private static String text(Mqtt5Publish publish) {
        return publish.getTopic() + " " + new String(publish.getPayloadAsBytes(), UTF_8);
    }
}
