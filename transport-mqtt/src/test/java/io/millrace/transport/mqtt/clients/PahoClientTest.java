// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import org.eclipse.paho.client.mqttv3.MqttConnectOptions;
import org.junit.jupiter.api.Nested;

/** The server, tested with the Paho clients. */
class PahoClientTest {

    @Nested
    class Mqtt31 extends DeviceClientContract {

        @Override
        DeviceClient client(int port) {
            return new Paho3Client(port, MqttConnectOptions.MQTT_VERSION_3_1);
        }

        @Override
        int wrongToken() {
            return 5;
        }
    }

    @Nested
    class Mqtt311 extends DeviceClientContract {

        @Override
        DeviceClient client(int port) {
            return new Paho3Client(port, MqttConnectOptions.MQTT_VERSION_3_1_1);
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
            return new Paho5Client(port);
        }

        @Override
        int wrongToken() {
            return 0x86;
        }
    }
}
