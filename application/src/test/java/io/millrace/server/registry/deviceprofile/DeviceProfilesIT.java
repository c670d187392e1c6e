// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.profile.ProfileContract;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DeviceProfilesIT extends ProfileContract {

    DeviceProfilesIT() {
        super(EntityType.DEVICE);
    }

    @Override
    protected List<String> ownProperties() {
        return List.of(
                "type",
                "transportType",
                "provisionType",
                "profileData",
                "provisionDeviceKey",
                "firmwareId",
                "softwareId");
    }

    @Override
    protected List<String> ownInfoProperties() {
        return List.of("type", "transportType");
    }

    @Test
    void aNewProfileHasTheDefaultTransport() {
        JsonNode profile = create("pump");

        assertThat(profile.path("type").stringValue()).isEqualTo("DEFAULT");
        assertThat(profile.path("transportType").stringValue()).isEqualTo("DEFAULT");
        assertThat(profile.at("/profileData/transportConfiguration/type").stringValue())
                .isEqualTo("DEFAULT");
    }

    @Test
    void profileDataIsKeptUnchanged() {
        ObjectNode profile = create("pump");
        ((ObjectNode) profile.path("profileData")).put("extra", 5);

        assertThat(save(profile).path("profileData")).isEqualTo(profile.path("profileData"));
        assertThat(
                        admin.post("/api/deviceProfile", "{\"name\":\"x\",\"profileData\":[]}")
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("profileData: must be a JSON object, not ARRAY");
    }

    @Test
    void theTimeForWhichTimeSeriesAreKeptIsChecked() {
        ObjectNode profile = create("pump");
        ObjectNode configuration = (ObjectNode) profile.at("/profileData/configuration");
        configuration.put("defaultStorageTtlDays", 30);

        assertThat(save(profile).at("/profileData/configuration/defaultStorageTtlDays").intValue())
                .isEqualTo(30);
        configuration.put("defaultStorageTtlDays", -1);
        assertThat(admin.post("/api/deviceProfile", profile).expectError(400, 31).text("/message"))
                .isEqualTo(
                        "profileData.configuration.defaultStorageTtlDays: expected a whole number of days from 0"
                                + " (for ever) to 36500, got -1");
    }

    @Test
    void listsProfilesByTransport() {
        String list = "Infos?pageSize=10&page=0&transportType=";

        assertThat(get(list + "DEFAULT").expect(200).text("/totalElements")).isEqualTo("1");
        assertThat(get(list).expect(200).text("/totalElements")).isEqualTo("1");
        assertThat(get(list + "COAP").expect(200).text("/totalElements")).isEqualTo("0");
        get(list + "PIGEON").expectError(400, 31);
    }
}
