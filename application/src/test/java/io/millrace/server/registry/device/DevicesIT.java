// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.assignable.AssignableContract;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DevicesIT extends AssignableContract {

    DevicesIT() {
        super(EntityType.DEVICE);
    }

    @Override
    protected List<String> ownProperties() {
        return List.of("deviceData", "firmwareId", "softwareId");
    }

    @Override
    protected String article() {
        return "a";
    }

    private JsonNode credentials(JsonNode device) {
        return admin.get("/api/device/" + id(device) + "/credentials").expect(200).json();
    }

    private String token(JsonNode device) {
        return credentials(device).path("credentialsId").stringValue();
    }

    private JsonNode create(String name, UUID token) {
        return admin.post("/api/device?accessToken=" + token, Map.of("name", name))
                .expect(200)
                .json();
    }

    @Test
    void aNewDeviceHasDefaultData() {
        JsonNode device = create("A");

        assertThat(device.at("/deviceData/configuration/type").stringValue()).isEqualTo("DEFAULT");
        assertThat(device.at("/deviceData/transportConfiguration/type").stringValue())
                .isEqualTo("DEFAULT");
        assertThat(device.path("firmwareId").isNull()).isTrue();
        assertThat(device.path("softwareId").isNull()).isTrue();
    }

    @Test
    void assigningADeviceKeepsItsData() {
        JsonNode device =
                save(
                        """
                        {"name":"A","deviceData":{"configuration":{"type":"X"}}}
                        """);

        JsonNode assigned = assign(device, customer);

        assertThat(assigned.at("/deviceData/configuration/type").stringValue()).isEqualTo("X");
    }

    @Test
    void aNewDeviceGetsAnAccessTokenOfTwentyLettersAndDigits() {
        JsonNode device = create("A");

        JsonNode credentials = credentials(device);

        assertThat(credentials.path("credentialsType").stringValue()).isEqualTo("ACCESS_TOKEN");
        assertThat(credentials.path("credentialsId").stringValue()).matches("[A-Za-z0-9]{20}");
        assertThat(credentials.path("credentialsValue").isNull()).isTrue();
        assertThat(credentials.at("/deviceId/id").stringValue()).isEqualTo(id(device));
        assertThat(credentials.at("/id/id").stringValue()).isNotBlank();
    }

    @Test
    void takesTheAccessTokenThatTheCallerChooses() {
        UUID token = UUID.randomUUID();

        assertThat(token(create("A", token))).isEqualTo(token.toString());
    }

    @Test
    void addsNoDeviceIfItsTokenIsTaken() {
        UUID token = UUID.randomUUID();
        JsonNode device = create("A", token);

        assertThat(
                        admin.post(
                                        "/api/device?accessToken=" + token,
                                        Map.of("name", "B", "type", "never"))
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("credentialsId: another device has these credentials; choose others");

        JsonNode devices = admin.get("/api/tenant/devices?pageSize=10&page=0").expect(200).json();
        assertThat(devices.path("data").valueStream()).containsExactly(device);
        assertThat(
                        admin.get("/api/deviceProfileInfos?pageSize=10&page=0")
                                .expect(200)
                                .text("/totalElements"))
                .isEqualTo("1");
    }

    @Test
    void theCredentialsOfADeletedDeviceAreFree() {
        JsonNode device = create("A");
        String token = token(device);

        admin.delete("/api/device/" + id(device)).expect(200);

        admin.post("/api/device?accessToken=" + token, Map.of("name", "B")).expect(200);
    }

    @Test
    void anInfoSaysWhetherTheDeviceIsActive() {
        JsonNode device = create("A");

        JsonNode info = admin.get("/api/device/info/" + id(device)).expect(200).json();

        assertThat(info.path("active").isBoolean()).isTrue();
        JsonNode page = admin.get("/api/tenant/deviceInfos?pageSize=10&page=0").expect(200).json();
        assertThat(page.path("data").valueStream()).containsExactly(info);
    }

    @Test
    void aCustomerUserReadsTheCredentialsOfAssignedDevicesOnly() {
        JsonNode other = create("other");
        JsonNode own = assign(create("own"), customer);
        var user = server.customerUser(tenant, customer);

        user.get("/api/device/" + id(own) + "/credentials").expect(200);
        user.get("/api/device/" + id(other) + "/credentials").expectError(403, 20);
    }
}
