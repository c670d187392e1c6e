// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.TestTelemetry;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DeviceKeysIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final TestTelemetry stored = server.bean(TestTelemetry.class);

    private EntityId device(String name, String type) {
        return DeviceId.of(
                        admin.post("/api/device", Map.of("name", name, "type", type))
                                .expect(200)
                                .text("/id/id"))
                .entity();
    }

    private Stream<String> keys(String kindAndQuery) {
        return admin.get("/api/deviceProfile/devices/keys/" + kindAndQuery)
                .expect(200)
                .json()
                .valueStream()
                .map(JsonNode::stringValue);
    }

    @BeforeEach
    void store() {
        EntityId first = device("A", "pump");
        EntityId second = device("B", "pump");
        EntityId other = device("C", "fan");
        stored.put(tenant, first, "rpm", 1, new LongValue(1));
        stored.put(tenant, second, "rpm", 1, new LongValue(1));
        stored.put(tenant, second, "heat", 1, new LongValue(1));
        stored.put(tenant, other, "speed", 1, new LongValue(1));
        stored.put(tenant, first, AttributeScope.SERVER_SCOPE, "site", 1, new LongValue(1));
        stored.put(tenant, second, AttributeScope.CLIENT_SCOPE, "site", 1, new LongValue(1));
        stored.put(tenant, other, AttributeScope.SHARED_SCOPE, "limit", 1, new LongValue(1));
    }

    @Test
    void listsTheKeysOfAllDevicesOrOfThoseOfAProfile() {
        String pump =
                "?deviceProfileId="
                        + admin.get("/api/deviceProfileInfos?pageSize=1&page=0&textSearch=pump")
                                .text("/data/0/id/id");

        assertThat(keys("timeseries")).containsExactly("heat", "rpm", "speed");
        assertThat(keys("timeseries" + pump)).containsExactly("heat", "rpm");
        assertThat(keys("attributes")).containsExactly("limit", "site");
        assertThat(keys("attributes" + pump)).containsExactly("site");
    }

    @Test
    void saysWhichProfileIsMissing() {
        String path = "/api/deviceProfile/devices/keys/timeseries?deviceProfileId=";

        admin.get(path + UUID.randomUUID()).expectError(404, 32);
        admin.get(path + "x").expectError(400, 31);
        server.customerUser(tenant, server.newCustomer(tenant))
                .get("/api/deviceProfile/devices/keys/timeseries")
                .expectError(403, 20);
    }
}
