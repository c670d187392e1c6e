// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.MessageIntake;
import io.millrace.server.MovedClock;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.platform.settings.RetentionSettings;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TenantDeletionIT {

    /** The tables that record deleted tenants. */
    private static final Set<String> TOMBSTONES = Set.of("tenant_deletion", "deleted_entity");

    /**
     * Tables with ids that hold no data of a tenant, or only for minutes, such as replies to calls on other instances.
     */
    private static final Set<String> OF_THE_INSTALLATION =
            Set.of("instance", "tenant_profile", "revoked_session", "rest_reply");

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.systemAdministrator();
    private final JdbcClient jdbc = server.bean(JdbcClient.class);
    private final RowsWithIds rows = new RowsWithIds(jdbc);
    private final String title = "Tenant " + UUID.randomUUID();
    private final TenantId tenant =
            TenantId.of(
                    admin.post("/api/tenant", Map.of("title", title, "tenantProfileId", isolated()))
                            .expect(200)
                            .text("/id/id"));
    private final RestClient user = server.tenantAdministrator(tenant);
    private final StoredExamples data = new StoredExamples(server, tenant);

    /** A profile whose tenants have a queue of their own. */
    private JsonNode isolated() {
        ObjectNode profile = RestClient.object().put("name", "Profile " + UUID.randomUUID());
        ObjectNode main =
                profile.put("isolatedTbRuleEngine", true)
                        .putObject("profileData")
                        .putArray("queueConfiguration")
                        .addObject();
        main.put("name", "Main").putObject("submitStrategy").put("type", "BURST");
        main.putObject("processingStrategy").put("type", "SKIP_ALL_FAILURES");
        return admin.post("/api/tenantProfile", profile).expect(200).json().path("id");
    }

    private String token(DeviceId device) {
        return user.get("/api/device/%s/credentials".formatted(device))
                .expect(200)
                .text("/credentialsId");
    }

    private void countAsOverloaded() {
        jdbc.sql("insert into overloaded_tenant values ('an instance', :tenant, now())")
                .param("tenant", tenant.id())
                .update();
    }

    private void keepATestCase() {
        String chain =
                user.get("/api/ruleChains?pageSize=10&page=0").expect(200).text("/data/0/id/id");
        user.post(
                        "/api/ruleChain/%s/testCases".formatted(chain),
                        Map.of(
                                "name",
                                "a test",
                                "message",
                                Map.of(),
                                "expected",
                                Map.of("outcome", "DONE")))
                .expect(200);
    }

    private Set<UUID> idsOf(JsonNode page) {
        Set<UUID> ids = new TreeSet<>();
        page.path("data")
                .valueStream()
                .map(entity -> UUID.fromString(entity.at("/id/id").stringValue()))
                .forEach(ids::add);
        return ids;
    }

    @Test
    void nothingOfADeletedTenantIsLeftInAnyTable() throws InterruptedException {
        DeviceId device = data.newDevice("A");
        CustomerId customer = server.newCustomer(tenant);
        user.post("/api/asset", Map.of("name", "A")).expect(200);
        user.post(
                        "/api/entityView",
                        Map.of(
                                "name",
                                "A",
                                "type",
                                "A",
                                "entityId",
                                Map.of("entityType", "DEVICE", "id", device.id())))
                .expect(200);
        UUID delivery = TimeOrderedUuid.next();
        data.storeAllOf(device, delivery);
        data.storeSomethingOf(tenant.entity(), TimeOrderedUuid.next());
        countAsOverloaded();
        keepATestCase();
        Set<UUID> ids = new TreeSet<>(Set.of(tenant.id(), device.id(), customer.id(), delivery));
        ids.addAll(idsOf(user.get("/api/ruleChains?pageSize=10&page=0").expect(200).json()));
        ids.addAll(idsOf(user.get("/api/deviceProfiles?pageSize=10&page=0").expect(200).json()));
        ids.addAll(
                idsOf(
                        admin.get("/api/tenant/%s/users?pageSize=10&page=0".formatted(tenant))
                                .expect(200)
                                .json()));
        Set<String> ofTenants = new TreeSet<>(rows.tables());
        ofTenants.removeAll(OF_THE_INSTALLATION);
        ofTenants.removeAll(TOMBSTONES);
        // ts_latest is written behind.
        await().untilAsserted(() ->
                assertThat(rows.tablesWith(ids))
                        .as("each table that knows ids: give the tenant a row in it, or name it")
                        .isEqualTo(ofTenants));
        Set<String> stored = rows.versionsWith(ids);

        admin.delete("/api/tenant/" + tenant).expect(200);

        // Messages that are running may store more; see Erasure.
        await().untilAsserted(() ->
                assertThat(rows.versionsWith(ids))
                        .filteredOn(stored::contains)
                        .allMatch(TenantDeletionIT::isOfADictionary));
        rows.awaitThatNothingIsWritten(ids);
        MovedClock clock = new MovedClock(Instant.now());
        Erasure erasure =
                new Erasure(
                        server.bean(DeletedEntities.class),
                        server.bean(DeletedTenants.class),
                        new StoredData(jdbc, new RetentionSettings(Duration.ofHours(1), 1_000_000)),
                        clock);
        erasure.advance();
        assertThat(rows.tablesWith(ids)).containsAll(TOMBSTONES);
        clock.pass(Erasure.LONGEST_WAY);
        erasure.advance();
        assertThat(rows.tablesWith(ids)).isEmpty();
    }

    /** The dictionaries are erased last, because running messages use them. */
    private static boolean isOfADictionary(String version) {
        return version.startsWith("key_dictionary ") || version.startsWith("ts_shape ");
    }

    @Test
    void aDeletedTenantIsGoneAtOnce() {
        DeviceId device = data.newDevice("A");
        String token = token(device);
        int port = server.bean(MqttServer.class).port();
        String email = user.get("/api/auth/user").expect(200).text("/email");
        try (MqttDevice connected = new MqttDevice(port, token)) {
            connected.publish(MqttDevice.TELEMETRY, "{\"t\":1}");

            admin.delete("/api/tenant/" + tenant).expect(200);

            await().until(() -> !connected.isConnected());
            assertThatThrownBy(() -> new MqttDevice(port, token)).hasMessageContaining("CONNACK");
        }
        user.get("/api/auth/user").expectError(401, 11);
        server.anonymous()
                .post("/api/auth/login", Map.of("username", email, "password", RestServer.PASSWORD))
                .expectError(401, 10);
        admin.get("/api/tenant/" + tenant).expectError(404, 32);
        admin.delete("/api/tenant/" + tenant).expectError(404, 32);
        assertThat(
                        admin.get(
                                        "/api/tenants?pageSize=10&page=0&textSearch="
                                                + title.replace(" ", "%20"))
                                .text("/totalElements"))
                .isEqualTo("0");
        admin.post("/api/tenant", Map.of("title", title)).expect(200);
    }

    @Test
    void messagesThatAreStillUnderWayFindNoChainAndEnd() {
        DeviceId device = data.newDevice("A");
        MessageIntake intake = server.bean(MessageIntake.class);
        StoredExamples.finish(intake.submit(data.message(device.entity())));

        admin.delete("/api/tenant/" + tenant).expect(200);

        await().untilAsserted(() -> {
            StoredExamples.finish(intake.submit(data.message(device.entity())));
            assertThat(errorsOfDeadLetters()).contains("the tenant has no root rule chain");
        });
    }

    private List<String> errorsOfDeadLetters() {
        return jdbc.sql("select error from dead_letter where tenant_id = :tenant")
                .param("tenant", tenant.id())
                .query((row, _) -> row.getString("error"))
                .list();
    }

    @Test
    void otherTenantsAreNotTouched() {
        TenantId other = server.newTenant();
        RestClient otherUser = server.tenantAdministrator(other);
        String device =
                otherUser.post("/api/device", Map.of("name", "A")).expect(200).text("/id/id");
        data.newDevice("A");
        Set<UUID> ids = Set.of(other.id(), UUID.fromString(device));
        // A slow message is in flight for a while, and is kept after that.
        List<String> before =
                rows.tablesWith(ids).stream().filter(table -> !table.equals("in_flight")).toList();

        admin.delete("/api/tenant/" + tenant).expect(200);
        await().untilAsserted(() ->
                assertThat(TOMBSTONES).containsAll(rows.tablesWith(Set.of(tenant.id()))));

        assertThat(rows.tablesWith(ids)).containsAll(before);
        otherUser.get("/api/device/" + device).expect(200);
    }
}
