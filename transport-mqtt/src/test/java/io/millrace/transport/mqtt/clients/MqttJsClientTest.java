// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The server, tested with MQTT.js under Node.js. A build without the UI has no Node.js, and leaves this out. */
@EnabledIfSystemProperty(named = "node.tests", matches = "true")
class MqttJsClientTest {

    @SuppressWarnings("NullAway.Init")
    private static NodeProcess node;

    @BeforeAll
    static void start() {
        node = NodeProcess.start();
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Nested
    class Mqtt311 extends DeviceClientContract {

        @Override
        DeviceClient client(int port) {
            return new MqttJsClient(node, port, 4);
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
            return new MqttJsClient(node, port, 5);
        }

        @Override
        int wrongToken() {
            return 0x86;
        }
    }
}
