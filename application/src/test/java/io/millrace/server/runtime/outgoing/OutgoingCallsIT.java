// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.outgoing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.millrace.message.id.TenantId;
import io.millrace.server.ApplicationProcess;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.mainjob.RuleChains;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The addresses that nodes of the real service may call. */
final class OutgoingCallsIT {

    private static final String PASSWORD = "a password for tests";

    private final List<String> called = new CopyOnWriteArrayList<>();
    private HttpServer target;

    @BeforeEach
    void listen() throws IOException {
        target = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        target.createContext(
                "/",
                exchange -> {
                    String path = exchange.getRequestURI().getPath();
                    called.add(path);
                    if (path.equals("/redirect")) {
                        exchange.getResponseHeaders().add("Location", url("/secret"));
                    }
                    exchange.sendResponseHeaders(path.equals("/redirect") ? 302 : 200, -1);
                    exchange.close();
                });
        target.start();
    }

    @AfterEach
    void stop() {
        target.stop(0);
    }

    @Test
    void thisMachineIsRefusedUntilATenantsProfileAllowsIt(@TempDir Path directory) {
        TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
        try (ApplicationProcess service =
                ApplicationProcess.start(
                        directory,
                        Map.of(
                                "SPRING_DATASOURCE_URL",
                                database.url(),
                                "SPRING_DATASOURCE_USERNAME",
                                database.username(),
                                "SPRING_DATASOURCE_PASSWORD",
                                database.password(),
                                "MILLRACE_ADMIN_PASSWORD",
                                PASSWORD,
                                "MILLRACE_OUTGOING_ALLOW",
                                "",
                                "MILLRACE_DEMO",
                                "true"))) {
            ServiceClient tenant =
                    ServiceClient.signIn(service.httpUrl(), "tenant@millrace.local", PASSWORD);
            ServiceClient.Device device = deviceThatCalls(tenant, "/data");

            publish(service.mqttPort(), device);
            JsonNode letter = firstLetter(tenant);

            assertThat(letter.get("error").asString())
                    .isEqualTo(
                            "127.0.0.1, port %d, is refused: it is a loopback address; MILLRACE_OUTGOING_ALLOW, or outgoingAllow in the tenant's profile, can allow it"
                                    .formatted(target.getAddress().getPort()));
            assertThat(letter.get("ruleNodeName").asString()).isEqualTo("Call");
            assertThat(called).isEmpty();

            allowInProfile(
                    ServiceClient.signIn(service.httpUrl(), "sysadmin@millrace.local", PASSWORD),
                    "127.0.0.1:" + target.getAddress().getPort());

            await().untilAsserted(() -> {
                publish(service.mqttPort(), device);
                assertThat(called).isNotEmpty().containsOnly("/data");
            });
        }
    }

    @Test
    void theSettingAllowsAnAddressAndARedirectIsNotFollowed() {
        RestServer server = RestServer.running();
        TenantId tenant = server.newTenant();
        ServiceClient service = server.serviceClient(tenant);
        ServiceClient.Device device = deviceThatCalls(service, "/redirect");

        publish(server.bean(MqttServer.class).port(), device);
        JsonNode letter = firstLetter(service);

        assertThat(letter.get("error").asString()).startsWith("HTTP 302");
        assertThat(called).isNotEmpty().containsOnly("/redirect");
    }

    @Test
    void theStateOfTheNodesIsShown() {
        RestServer server = RestServer.running();
        TenantId tenant = server.newTenant();
        ServiceClient service = server.serviceClient(tenant);
        RuleChains graph = new RuleChains("Shown");
        graph.node("filter.TbMsgTypeFilterNode", "Filter", "{\"messageTypes\":[\"NONE\"]}");
        String chain = graph.save(service);
        RestClient admin = server.tenantAdministrator(tenant);
        String path = "/api/ruleChain/" + chain + "/nodes/state";

        assertThat(admin.get(path).expect(200).json().get("nodes")).isEmpty();

        ServiceClient.Device device = service.createDevice("Asks");
        service.useProfile(device, "Shown", chain);
        publish(server.bean(MqttServer.class).port(), device);

        await().untilAsserted(() ->
                assertThat(admin.get(path).expect(200).json().get("nodes")).hasSize(1));
        JsonNode node = admin.get(path).expect(200).json().at("/nodes/0");
        assertThat(node.get("name").asString()).isEqualTo("Filter");
        assertThat(node.get("state").asString()).isEqualTo("RUNNING");
        assertThat(node.get("reason").isNull()).isTrue();
        assertThat(node.get("openUntil").isNull()).isTrue();
        server.newTenantAdministrator().get(path).expectError(404, 32);
    }

    @Test
    void aProfileWithATargetThatCannotBeReadIsRefused() {
        RestClient admin = RestServer.running().systemAdministrator();

        assertThat(
                        admin.post(
                                        "/api/tenantProfile",
                                        Map.of(
                                                "name",
                                                "No target",
                                                "profileData",
                                                Map.of(
                                                        "configuration",
                                                        Map.of(
                                                                "outgoingAllow",
                                                                List.of(
                                                                        "10.0.0.0/8",
                                                                        "10.0.0.1/8")))))
                                .expectError(400, 31)
                                .text("/message"))
                .startsWith("profileData.configuration.outgoingAllow[1]: expected")
                .contains("10.0.0.1/8");
    }

    private String url(String path) {
        return "http://127.0.0.1:%d%s".formatted(target.getAddress().getPort(), path);
    }

    private ServiceClient.Device deviceThatCalls(ServiceClient service, String path) {
        RuleChains chain = new RuleChains("Calls");
        chain.node(
                "rest.TbRestApiCallNode",
                "Call",
                "{\"restEndpointUrlPattern\":\"%s\",\"requestMethod\":\"POST\",\"headers\":{}}"
                        .formatted(url(path)));
        ServiceClient.Device device = service.createDevice("Caller");
        service.useProfile(device, "Calls", chain.save(service));
        return device;
    }

    private static void publish(int port, ServiceClient.Device device) {
        try (MqttDevice client = new MqttDevice(port, device.token())) {
            client.publish(MqttDevice.TELEMETRY, "{\"a\":1}");
        }
    }

    private static JsonNode firstLetter(ServiceClient service) {
        return await().until(
                        () -> service.get("/api/deadLetters?pageSize=10&page=0").at("/data/0"),
                        letter -> !letter.isMissingNode());
    }

    private static void allowInProfile(ServiceClient admin, String target) {
        ObjectNode profile =
                (ObjectNode) admin.get("/api/tenantProfiles?pageSize=10&page=0").at("/data/0");
        ObjectNode configuration = (ObjectNode) profile.at("/profileData/configuration");
        configuration.putArray("outgoingAllow").add(target);
        admin.post("/api/tenantProfile", profile);
    }
}
