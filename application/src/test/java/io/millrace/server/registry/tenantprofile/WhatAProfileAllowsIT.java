// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import static io.millrace.server.registry.tenantprofile.ProfileAdministration.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.tenant.TenantWeights;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits;
import io.millrace.transport.device.TransportOptions;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class WhatAProfileAllowsIT {

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.systemAdministrator();
    private final ProfileAdministration profiles = new ProfileAdministration(admin);
    private final String name = "Profile " + UUID.randomUUID();

    @Test
    void aTenantMayHaveAsManyDevicesAndChainsAsItsProfileSays() {
        JsonNode profile =
                profiles.create(name, "{\"configuration\":{\"maxDevices\":1,\"maxRuleChains\":2}}");
        TenantId tenant = TenantId.of(id(profiles.newTenant(profile)));
        RestClient user = server.tenantAdministrator(tenant);
        user.post("/api/device", Map.of("name", "A")).expect(200);
        user.post("/api/ruleChain", Map.of("name", "Beside the root")).expect(200);

        assertThat(
                        user.post("/api/device", Map.of("name", "B"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("maxDevices", "1 devices");
        assertThat(
                        user.post("/api/ruleChain", Map.of("name", "Too many"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("maxRuleChains");
        user.post("/api/ruleChain/device/default", Map.of("name", "Too many")).expectError(400, 31);
    }

    @Test
    void aLimitHoldsWhenManyAddAtOnce() {
        JsonNode profile = profiles.create(name, "{\"configuration\":{\"maxDevices\":3}}");
        RestClient user = server.tenantAdministrator(TenantId.of(id(profiles.newTenant(profile))));

        List<CompletableFuture<Integer>> answers =
                Stream.iterate(0, i -> i + 1)
                        .limit(12)
                        .map(i ->
                                CompletableFuture.supplyAsync(() ->
                                        user.post("/api/device", Map.of("name", "D" + i)).status()))
                        .toList();

        assertThat(answers.stream().map(CompletableFuture::join).filter(s -> s == 200)).hasSize(3);
        assertThat(user.get("/api/tenant/devices?pageSize=20&page=0").text("/totalElements"))
                .isEqualTo("3");
    }

    @Test
    void aWeightCountsWithoutARestart() {
        TenantWeights weights = server.bean(TenantWeights.class);
        ObjectNode profile = profiles.create(name, "{\"configuration\":{\"weight\":5}}");
        ObjectNode tenant = profiles.newTenant(profile);
        TenantId id = TenantId.of(id(tenant));
        await().untilAsserted(() -> assertThat(weights.applyAsDouble(id)).isEqualTo(5));

        profile.replace("profileData", profile.objectNode());
        admin.post("/api/tenantProfile", profile).expect(200);
        await().untilAsserted(() -> assertThat(weights.applyAsDouble(id)).isEqualTo(1));

        JsonNode heavy = profiles.create(name + " h", "{\"configuration\":{\"weight\":0.5}}");
        tenant.set("tenantProfileId", heavy.path("id"));
        admin.post("/api/tenant", tenant).expect(200);
        await().untilAsserted(() -> assertThat(weights.applyAsDouble(id)).isEqualTo(0.5));
    }

    @Test
    void aRateLimitCountsWithoutARestart() {
        DeviceLimits limits = server.bean(DeviceLimits.class);
        ObjectNode profile =
                profiles.create(
                        name, "{\"configuration\":{\"transportDeviceMsgRateLimit\":\"1:3600\"}}");
        AuthenticatedDevice device =
                new AuthenticatedDevice(
                        TenantId.of(id(profiles.newTenant(profile))),
                        new DeviceId(UUID.randomUUID()),
                        "Pump",
                        "default",
                        null,
                        new DeviceProfileId(UUID.randomUUID()),
                        null,
                        null,
                        TransportOptions.DEFAULT);
        DeviceLimits.Sender sender = new DeviceLimits.Sender(device, DeviceLimits.Kind.DEVICE);
        await().untilAsserted(
                        () -> assertThat(limits.of(device, false).messages()).isEqualTo("1:3600"));
        assertThat(limits.take(sender, 0)).isNull();
        assertThat(limits.take(sender, 0)).isNotNull();

        profile.replace("profileData", profile.objectNode());
        admin.post("/api/tenantProfile", profile).expect(200);

        await().untilAsserted(() -> assertThat(limits.take(sender, 0)).isNull());
        assertThat(limits.of(device, false)).isEqualTo(DeviceLimits.RateLimits.NONE);
    }
}
