// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.gateway.GatewayDevices.Named;
import io.millrace.server.registry.tenantprofile.ProfileAdministration;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.RefusedRequestException;
import io.millrace.transport.device.TransportOptions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class SubDevicesIT {

    private final RestServer server = RestServer.running();
    private final DeviceRequests requests = server.bean(DeviceRequests.class);
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private AuthenticatedDevice newGateway(RestClient of, TenantId tenant, String name) {
        of.post("/api/device", Map.of("name", name, "additionalInfo", Map.of("gateway", true)))
                .expect(200);
        AuthenticatedDevice gateway =
                server.bean(DeviceDirectory.class).find(tenant, name).orElseThrow();
        assertThat(gateway.options().gateway()).isTrue();
        return gateway;
    }

    @Test
    void whatADeviceAndItsProfileChooseIsRead() {
        String profile =
                admin.post(
                                "/api/deviceProfile",
                                Map.of(
                                        "name",
                                        "modems",
                                        "transportType",
                                        "MQTT",
                                        "profileData",
                                        Map.of(
                                                "transportConfiguration",
                                                Map.of(
                                                        "type",
                                                        "MQTT",
                                                        "maxConnections",
                                                        3,
                                                        "sendAckOnValidationException",
                                                        true))))
                        .expect(200)
                        .json()
                        .at("/id/id")
                        .asString();
        admin.post(
                        "/api/device",
                        Map.of(
                                "name",
                                "modem",
                                "deviceProfileId",
                                Map.of("entityType", "DEVICE_PROFILE", "id", profile),
                                "additionalInfo",
                                Map.of("gateway", true, "overwriteActivityTime", true)))
                .expect(200);

        assertThat(server.bean(DeviceDirectory.class).find(tenant, "modem"))
                .map(AuthenticatedDevice::options)
                .contains(new TransportOptions(true, true, 3, true, true));
    }

    private CompletableFuture<AuthenticatedDevice> connecting(
            AuthenticatedDevice gateway, String name, String profile) {
        return requests.subDevice(gateway, name, profile)
                .toCompletableFuture()
                .orTimeout(60, TimeUnit.SECONDS);
    }

    private AuthenticatedDevice connect(AuthenticatedDevice gateway, String name) {
        return connecting(gateway, name, "default").join();
    }

    private JsonNode device(AuthenticatedDevice device) {
        return admin.get("/api/device/" + device.device()).expect(200).json();
    }

    private List<RuleMessage> createdOf(AuthenticatedDevice device) {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.originator().equals(device.device().entity()))
                .filter(message -> message.type().equals("ENTITY_CREATED"))
                .toList();
    }

    private String refusal(AuthenticatedDevice gateway, String name, String profile) {
        CompletableFuture<AuthenticatedDevice> refused = connecting(gateway, name, profile);
        assertThatThrownBy(refused::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(RefusedRequestException.class);
        return String.valueOf(refused.exceptionNow().getMessage());
    }

    @Test
    void aMissingDeviceIsAddedBehindTheGateway() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");

        AuthenticatedDevice pump = connecting(gateway, "Pump", "pump").join();

        assertThat(pump.tenant()).isEqualTo(tenant);
        assertThat(pump.profileName()).isEqualTo("pump");
        JsonNode stored = device(pump);
        assertThat(stored.path("name").stringValue()).isEqualTo("Pump");
        assertThat(stored.at("/additionalInfo/lastConnectedGateway").stringValue())
                .isEqualTo(gateway.device().toString());
        JsonNode relations =
                admin.get("/api/relations?fromId=%s&fromType=DEVICE".formatted(gateway.device()))
                        .expect(200)
                        .json();
        assertThat(relations.valueStream())
                .singleElement()
                .satisfies(relation -> {
                    assertThat(relation.at("/to/id").stringValue())
                            .isEqualTo(pump.device().toString());
                    assertThat(relation.path("type").stringValue()).isEqualTo("Created");
                    assertThat(relation.path("typeGroup").stringValue()).isEqualTo("COMMON");
                });
        assertThat(createdOf(pump))
                .singleElement()
                .satisfies(message ->
                        assertThat(message.metadata().values())
                                .containsExactly(
                                        Map.entry("gatewayId", gateway.device().toString())));
    }

    @Test
    void aDeviceWithoutAProfileGetsTheDefaultOne() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");

        assertThat(connecting(gateway, "Pump", "").join().profileName()).isEqualTo("default");
    }

    @Test
    void aNewDeviceBelongsToTheCustomerOfItsGateway() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");
        CustomerId customer = server.newCustomer(tenant);
        admin.post("/api/customer/%s/device/%s".formatted(customer, gateway.device()), "")
                .expect(200);

        AuthenticatedDevice pump = connect(gateway, "Pump");

        assertThat(pump.customer()).isEqualTo(customer);
        RuleMessage created = createdOf(pump).getFirst();
        assertThat(created.metadata().get("customerId")).isEqualTo(customer.toString());
        assertThat(created.customer()).isEqualTo(customer);
    }

    @Test
    void anExistingDeviceKeepsItsProfileAndIsTakenOver() {
        AuthenticatedDevice first = newGateway(admin, tenant, "G1");
        AuthenticatedDevice second = newGateway(admin, tenant, "G2");
        AuthenticatedDevice pump = connecting(first, "Pump", "pump").join();

        AuthenticatedDevice again = connecting(second, "Pump", "valve").join();

        assertThat(again).isEqualTo(pump);
        assertThat(device(pump).at("/additionalInfo/lastConnectedGateway").stringValue())
                .isEqualTo(second.device().toString());
        assertThat(createdOf(pump)).hasSize(1);
        connect(first, "Pump");
        assertThat(device(pump).at("/additionalInfo/lastConnectedGateway").stringValue())
                .isEqualTo(first.device().toString());
    }

    @Test
    void otherAdditionalInfoOfADeviceStays() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");
        admin.post(
                        "/api/device",
                        Map.of("name", "Pump", "additionalInfo", Map.of("description", "red")))
                .expect(200);

        AuthenticatedDevice pump = connect(gateway, "Pump");

        assertThat(device(pump).at("/additionalInfo/description").stringValue()).isEqualTo("red");
        assertThat(device(pump).at("/additionalInfo/lastConnectedGateway").stringValue())
                .isEqualTo(gateway.device().toString());
    }

    @Test
    void aChangedDeviceIsReadAgain() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");
        AuthenticatedDevice pump = connect(gateway, "Pump");
        CustomerId customer = server.newCustomer(tenant);
        admin.post("/api/customer/%s/device/%s".formatted(customer, pump.device()), "").expect(200);
        assertThat(connect(gateway, "Pump").customer()).isEqualTo(customer);

        admin.delete("/api/device/" + pump.device()).expect(200);

        assertThat(connect(gateway, "Pump").device()).isNotEqualTo(pump.device());
    }

    @Test
    void namesThatAreNotValidAreRefused() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");

        assertThat(refusal(gateway, " ", "default")).contains("missing or blank");
        assertThat(refusal(gateway, "<b>", "default")).contains("name of the device", "markup");
        assertThat(refusal(gateway, "Pump", "x".repeat(256)))
                .contains("name of the device profile", "255");
    }

    @Test
    void aTenantGetsNoMoreDevicesThanItsProfileAllows() {
        ProfileAdministration profiles = new ProfileAdministration(server.systemAdministrator());
        JsonNode limited =
                profiles.create(
                        "Profile " + UUID.randomUUID(), "{\"configuration\":{\"maxDevices\":2}}");
        TenantId other = TenantId.of(ProfileAdministration.id(profiles.newTenant(limited)));
        AuthenticatedDevice gateway = newGateway(server.tenantAdministrator(other), other, "G");
        connect(gateway, "A");

        assertThat(refusal(gateway, "B", "default")).contains("maxDevices");
        assertThat(connect(gateway, "A").name()).isEqualTo("A");
    }

    @Test
    void aDeletedGatewayAddsNoDevice() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");
        admin.delete("/api/device/" + gateway.device()).expect(200);

        assertThat(refusal(gateway, "Pump", "default")).isEqualTo("the gateway was deleted");
    }

    @Test
    void fiftyParallelCallsForOneNameMakeOneDevice() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");

        Set<AuthenticatedDevice> found =
                new HashSet<>(
                        IntStream.range(0, 50)
                                .mapToObj(_ -> connecting(gateway, "Pump", "pump"))
                                .toList()
                                .stream()
                                .map(CompletableFuture::join)
                                .toList());

        assertThat(found).hasSize(1);
        assertThat(createdOf(found.iterator().next())).hasSize(1);
    }

    @Test
    void instancesThatAddOneNameAtTheSameTimeMakeOneDevice() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");
        GatewayDevices devices = server.bean(GatewayDevices.class);

        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<GatewayDevices.Found> found =
                    IntStream.range(0, 50)
                            .mapToObj(_ ->
                                    CompletableFuture.supplyAsync(
                                            () -> devices.add(gateway, "Pump", "pump"), threads))
                            .toList()
                            .stream()
                            .map(CompletableFuture::join)
                            .toList();

            assertThat(found)
                    .extracting(each -> each.device().device())
                    .containsOnly(found.getFirst().device().device());
            assertThat(found).filteredOn(each -> each.added() != null).hasSize(1);
        }
    }

    @Test
    void devicesOfSeveralGatewaysAreLookedUpTogether() {
        AuthenticatedDevice first = newGateway(admin, tenant, "G1");
        AuthenticatedDevice second = newGateway(admin, tenant, "G2");
        AuthenticatedDevice pump = connect(first, "Pump");
        AuthenticatedDevice valve = connect(first, "Valve");
        Named ofFirst = new Named("Pump", first.device());
        Named ofSecond = new Named("Valve", second.device());

        Map<Named, AuthenticatedDevice> found =
                server.bean(GatewayDevices.class)
                        .connect(
                                tenant,
                                List.of(ofFirst, ofSecond, new Named("None", first.device())));

        assertThat(found).containsOnly(Map.entry(ofFirst, pump), Map.entry(ofSecond, valve));
        assertThat(device(pump).at("/additionalInfo/lastConnectedGateway").stringValue())
                .isEqualTo(first.device().toString());
        assertThat(device(pump).path("version").intValue()).isEqualTo(1);
        assertThat(device(valve).at("/additionalInfo/lastConnectedGateway").stringValue())
                .isEqualTo(second.device().toString());
        assertThat(device(valve).path("version").intValue()).isEqualTo(2);
    }

    @Test
    void manyDevicesConnectThroughOneGateway() {
        AuthenticatedDevice gateway = newGateway(admin, tenant, "G");

        List<AuthenticatedDevice> found =
                IntStream.range(0, 300)
                        .mapToObj(number -> connecting(gateway, "Pump " + number, "pump"))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(found).extracting(AuthenticatedDevice::device).doesNotHaveDuplicates();
        assertThat(found)
                .extracting(AuthenticatedDevice::profile)
                .containsOnly(found.getFirst().profile());
        assertThat(
                        admin.get("/api/tenant/devices?pageSize=1&page=0")
                                .expect(200)
                                .text("/totalElements"))
                .isEqualTo("301");
    }
}
