// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantdeletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.InFlight;
import io.millrace.queue.Outcome;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarmrule.RuleProgress;
import io.millrace.rule.alarmrule.RuleProgress.OfRule;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.MessageIntake;
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.MovedClock;
import io.millrace.server.mainjob.MqttDevice;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.runtime.connection.FakeConnection;
import io.millrace.server.store.attribute.AttributeStorage;
import io.millrace.server.store.deadletter.DeadLetterStorage;
import io.millrace.server.store.history.HistoryStorage;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.store.inflight.InFlightStorage;
import io.millrace.server.store.timeseries.TimeseriesStorage;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.mqtt.MqttServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TenantDeletionIT {

    /** The tables that record deleted tenants. */
    private static final Set<String> TOMBSTONES =
            Set.of("tenant_deletion", "tenant_deletion_entity");

    /**
     * Tables with ids that hold no data of a tenant, or only for minutes, such as replies to calls on other instances.
     */
    private static final Set<String> OF_THE_INSTALLATION =
            Set.of("instance", "tenant_profile", "revoked_session", "rest_reply");

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.systemAdministrator();
    private final JdbcClient jdbc = server.bean(JdbcClient.class);
    private final TenantRows rows = new TenantRows(jdbc);
    private final String title = "Tenant " + UUID.randomUUID();
    private final TenantId tenant =
            TenantId.of(
                    admin.post("/api/tenant", Map.of("title", title, "tenantProfileId", isolated()))
                            .expect(200)
                            .text("/id/id"));
    private final RestClient user = server.tenantAdministrator(tenant);

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

    private DeviceId newDevice(String name) {
        return DeviceId.of(
                user.post("/api/device", Map.of("name", name)).expect(200).text("/id/id"));
    }

    private String token(DeviceId device) {
        return user.get("/api/device/%s/credentials".formatted(device))
                .expect(200)
                .text("/credentialsId");
    }

    private static void finish(CompletionStage<Void> work) {
        work.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private RuleMessage message(EntityId originator) {
        return RuleMessage.of(
                tenant,
                originator,
                "POST_TELEMETRY_REQUEST",
                Metadata.of(Map.of()),
                Payload.of("{}".getBytes(StandardCharsets.UTF_8)),
                1_763_640_000_000L);
    }

    private void storeSomethingOf(EntityId entity, UUID delivery) {
        for (long ts : List.of(1_000L, System.currentTimeMillis())) {
            finish(
                    server.bean(TimeseriesStorage.class)
                            .save(
                                    new TimeseriesWrite(
                                            tenant,
                                            entity,
                                            List.of(
                                                    new TimeseriesPoint(
                                                            ts,
                                                            List.of(
                                                                    new KeyValue(
                                                                            "t",
                                                                            new LongValue(1))))),
                                            true,
                                            true)));
        }
        finish(
                server.bean(AttributeStorage.class)
                        .save(
                                tenant,
                                entity,
                                AttributeScope.SERVER_SCOPE,
                                List.of(new KeyValue("a", new LongValue(1))),
                                1));
        finish(server.bean(InFlightStorage.class).put(new InFlight(delivery, message(entity), 1)));
        finish(
                server.bean(DeadLetterStorage.class)
                        .add(
                                new DeadLetter(
                                        TimeOrderedUuid.next(),
                                        message(entity),
                                        "Main",
                                        Failure.of("broken"),
                                        Path.EMPTY,
                                        1,
                                        Instant.now(),
                                        null)));
    }

    /** More rows of one series than are erased at once. */
    private void storeALongSeriesOf(DeviceId device) {
        jdbc.sql(
                        """
                        insert into ts_row (entity_id, ts, seq, shape_id, vals)
                        select :device, :now + 10 + n, n, shape_id, '[1]'
                          from ts_entity_shape, generate_series(1, 25000) n where entity_id = :device
                        """)
                .param("device", device.id())
                .param("now", System.currentTimeMillis())
                .update();
    }

    private void relate(DeviceId from, DeviceId to) {
        Map<String, Object> relation =
                Map.of(
                        "type", "Contains",
                        "from", Map.of("entityType", "DEVICE", "id", from.toString()),
                        "to", Map.of("entityType", "DEVICE", "id", to.toString()));
        user.post("/api/relation", relation).expect(200);
    }

    private void commentOnAnAlarmOf(DeviceId device) {
        Map<String, Object> alarm =
                Map.of(
                        "type", "Hot",
                        "severity", "MAJOR",
                        "originator", Map.of("entityType", "DEVICE", "id", device.toString()));
        String id = user.post("/api/alarm", alarm).expect(200).text("/id/id");
        user.post(
                        "/api/alarm/%s/comment".formatted(id),
                        Map.of("comment", Map.of("text", "Looking at it")))
                .expect(200);
    }

    private void letAnAlarmRuleCountOf(DeviceId device) {
        Site site =
                new Site(
                        tenant,
                        new RuleChainId(firstRuleChain()),
                        new RuleNodeId(TimeOrderedUuid.next()),
                        device.entity());
        RuleProgress progress =
                new RuleProgress(
                        new DeviceProfileId(TimeOrderedUuid.next()),
                        List.of(new OfRule("hot", AlarmSeverity.MAJOR, 1, 1, 1)));
        assertThat(server.bean(RuleStates.class).save(site, progress, null))
                .succeedsWithin(Duration.ofSeconds(30));
    }

    private UUID firstRuleChain() {
        return UUID.fromString(
                user.get("/api/ruleChains?pageSize=10&page=0").expect(200).text("/data/0/id/id"));
    }

    private void letAMessageWaitOf(DeviceId device) {
        RuleMessage message =
                RuleMessage.of(
                        tenant, device.entity(), "TEST", Metadata.EMPTY, Payload.ofText("{}"), 1);
        Site site =
                new Site(
                        tenant,
                        new RuleChainId(TimeOrderedUuid.next()),
                        new RuleNodeId(TimeOrderedUuid.next()),
                        device.entity());
        assertThat(
                        server.bean(PendingMessages.class)
                                .add(
                                        site,
                                        TimeOrderedUuid.next(),
                                        message,
                                        Long.MAX_VALUE / 1_000_000,
                                        new Bound(1, 1),
                                        null))
                .succeedsWithin(Duration.ofSeconds(30))
                .isEqualTo(true);
    }

    private void storeARequestTo(DeviceId device) {
        user.post(
                        "/api/rpc/oneway/" + device,
                        Map.of("method", "m", "params", 1, "persistent", true))
                .expect(200);
    }

    private void countAsActive(DeviceId device) {
        assertThat(server.bean(ActiveDevices.class).put(tenant, device, Long.MAX_VALUE))
                .succeedsWithin(Duration.ofSeconds(30));
    }

    private void countAsOverloaded() {
        jdbc.sql("insert into overloaded_tenant values ('an instance', :tenant, now())")
                .param("tenant", tenant.id())
                .update();
    }

    private void letAUserClaim(DeviceId device) {
        jdbc.sql(
                        "insert into device_claim (device_id, secret_hash, expires_at) values (:device, '', 0)")
                .param("device", device.id())
                .update();
    }

    private void storeASessionOf(DeviceId device) {
        jdbc.sql(
                        """
                        insert into mqtt_session (device_id, client_id, subscriptions, received, expiry_seconds)
                        values (:device, 'c', '[]', '{}', 60)
                        """)
                .param("device", device.id())
                .update();
        jdbc.sql(
                        """
                        insert into mqtt_session_message (device_id, client_id, packet_id, topic, payload)
                        values (:device, 'c', 0, 't', '')
                        """)
                .param("device", device.id())
                .update();
    }

    private void storeEventsOf(DeviceId device) {
        jdbc.sql(
                        """
                        insert into device_event (id, tenant_id, device_id, event, first_time, last_time, count)
                        values (gen_random_uuid(), :tenant, :device, 'CONNECTED', 0, :now, 1),
                               (gen_random_uuid(), :tenant, null, 'EVENTS_DROPPED', 0, :now, 1)
                        """)
                .param("tenant", tenant.id())
                .param("device", device.id())
                .param("now", System.currentTimeMillis())
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

    /** Keeps a message with a path through a chain, as if the limit of the hour had been reached, and watches its device. */
    private void keepAMessageOf(DeviceId device) {
        user.post(
                        "/api/messages/watches",
                        Map.of("entityType", "DEVICE", "entityId", device.toString()))
                .expect(200);
        RuleChainId chain =
                RuleChainId.of(
                        user.get("/api/ruleChains?pageSize=10&page=0")
                                .expect(200)
                                .text("/data/0/id/id"));
        Hop hop = new Hop(null, chain, 1, new RuleNodeId(UUID.randomUUID()), "Success", 1);
        server.bean(HistoryStorage.class)
                .keep(
                        new DeliveryEnd(
                                UUID.randomUUID(),
                                message(device.entity()),
                                Outcome.DONE,
                                null,
                                1,
                                new Path(List.of(hop)),
                                System.currentTimeMillis(),
                                1),
                        Set.of(KeptReason.WATCHED));
        jdbc.sql(
                        """
                        insert into kept_message_limit (id, tenant_id, rule_chain_id, instance, message)
                        values (uuidv7(), :tenant, :chain, 'one', 'the limit is reached')
                        """)
                .param("tenant", tenant.id())
                .param("chain", chain.id())
                .update();
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
    void nothingOfADeletedTenantIsLeftInAnyTable() {
        DeviceId device = newDevice("A");
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
        storeSomethingOf(device.entity(), delivery);
        storeSomethingOf(tenant.entity(), TimeOrderedUuid.next());
        storeALongSeriesOf(device);
        relate(device, newDevice("B"));
        commentOnAnAlarmOf(device);
        letAMessageWaitOf(device);
        letAnAlarmRuleCountOf(device);
        storeARequestTo(device);
        countAsActive(device);
        connect(device);
        countAsOverloaded();
        letAUserClaim(device);
        storeASessionOf(device);
        storeEventsOf(device);
        keepATestCase();
        keepAMessageOf(device);
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
        awaitThatNothingIsWritten(ids);
        MovedClock clock = new MovedClock(Instant.now());
        Erasure erasure =
                new Erasure(
                        server.bean(DeletedTenants.class), server.bean(StoredData.class), clock);
        erasure.advance();
        assertThat(rows.tablesWith(ids)).containsAll(TOMBSTONES);
        clock.pass(Erasure.LONGEST_WAY);
        erasure.advance();
        assertThat(rows.tablesWith(ids)).isEmpty();
    }

    /** Lists a connection, which the deletion closes. */
    private void connect(DeviceId device) {
        DeviceConnections connections = server.bean(DeviceConnections.class);
        connections.opened(
                new FakeConnection(
                        server.bean(DeviceDirectory.class).find(List.of(device)).getFirst(),
                        connections));
    }

    /** Waits until the messages that were running have ended, and what is written behind is written. */
    private void awaitThatNothingIsWritten(Set<UUID> ids) {
        AtomicReference<Set<String>> last = new AtomicReference<>(Set.of());
        await().during(Duration.ofSeconds(2))
                .until(() -> {
                    Set<String> now = rows.versionsWith(ids);
                    return now.equals(last.getAndSet(now));
                });
    }

    /** The dictionaries are erased last, because running messages use them. */
    private static boolean isOfADictionary(String version) {
        return version.startsWith("key_dictionary ") || version.startsWith("ts_shape ");
    }

    @Test
    void aDeletedTenantIsGoneAtOnce() {
        DeviceId device = newDevice("A");
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
        DeviceId device = newDevice("A");
        MessageIntake intake = server.bean(MessageIntake.class);
        finish(intake.submit(message(device.entity())));

        admin.delete("/api/tenant/" + tenant).expect(200);

        await().untilAsserted(() -> {
            finish(intake.submit(message(device.entity())));
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
        newDevice("A");
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
