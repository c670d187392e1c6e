// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DeviceConnectivityIT {

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.newTenantAdministrator();
    private final String device =
            admin.post("/api/device", Map.of("name", "A", "type", "pump"))
                    .expect(200)
                    .text("/id/id");
    private final int port = server.bean(MqttServer.class).port();

    private JsonNode connectivity() {
        return admin.get("/api/device-connectivity/" + device).expect(200).json();
    }

    @Test
    void tellsTheCommandThatPublishesWithTheAccessToken() {
        String token = admin.get("/api/device/" + device + "/credentials").text("/credentialsId");

        assertThat(connectivity().at("/mqtt/mqtt").stringValue())
                .isEqualTo(
                        "mosquitto_pub -d -q 1 -h localhost -p %d -t v1/devices/me/telemetry -u %s -m '{\"temperature\": 25}'"
                                .formatted(port, token));
    }

    @Test
    void tellsTheCommandThatSendsOverHttpWithTheAccessToken() {
        String token = admin.get("/api/device/" + device + "/credentials").text("/credentialsId");

        assertThat(connectivity().path("http").toString())
                .isEqualTo(
                        "{\"http\":\"curl -v -X POST '%s/api/v1/%s/telemetry' --header Content-Type:application/json --data '{\\\"temperature\\\": 25}'\"}"
                                .formatted(admin.baseUrl(), token));
    }

    @Test
    void tellsAddressesOfTheProtocolsThatAreOn() {
        JsonNode connectivity = connectivity();

        assertThat(connectivity.path("addresses").propertyStream())
                .extracting(each -> each.getKey() + " " + each.getValue().stringValue())
                .containsExactly("mqtt localhost:" + port);
        assertThat(connectivity.path("mqtt").propertyNames()).containsExactly("mqtt");
    }

    @Test
    void quotesMqttBasicCredentialsForAShell() {
        ObjectNode body =
                (ObjectNode) admin.get("/api/device/" + device + "/credentials").expect(200).json();
        body.put("credentialsType", "MQTT_BASIC");
        body.put(
                "credentialsValue",
                "{\"clientId\":\"c 1\",\"userName\":\"it's\",\"password\":\"$(x)\"}");
        body.putNull("credentialsId");
        admin.post("/api/device/credentials", body).expect(200);

        assertThat(connectivity().has("http")).isFalse();
        assertThat(connectivity().at("/mqtt/mqtt").stringValue())
                .contains(" -i 'c 1' -u 'it'\\''s' -P '$(x)' -m ");
    }
}
