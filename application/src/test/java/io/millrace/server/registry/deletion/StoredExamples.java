// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
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
import io.millrace.rule.store.PendingMessages;
import io.millrace.rule.store.PendingMessages.Bound;
import io.millrace.rule.store.PendingMessages.Site;
import io.millrace.rule.store.RuleStates;
import io.millrace.rule.store.TimeseriesWrite;
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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Stores data of each kind that entities of a tenant can have. */
final class StoredExamples {

    private final RestServer server;
    private final TenantId tenant;
    private final RestClient user;
    private final JdbcClient jdbc;

    StoredExamples(RestServer server, TenantId tenant) {
        this.server = server;
        this.tenant = tenant;
        this.user = server.tenantAdministrator(tenant);
        this.jdbc = server.bean(JdbcClient.class);
    }

    /** Gives a device a row in each table that has rows of devices. */
    void storeAllOf(DeviceId device, UUID delivery) {
        storeSomethingOf(device.entity(), delivery);
        storeALongSeriesOf(device);
        relate(device, newDevice("Related"));
        commentOnAnAlarmOf(device);
        letAMessageWaitOf(device);
        letAnAlarmRuleCountOf(device);
        storeARequestTo(device);
        countAsActive(device);
        connect(device);
        letAUserClaim(device);
        storeASessionOf(device);
        storeEventsOf(device);
        keepAMessageOf(device);
    }

    DeviceId newDevice(String name) {
        return DeviceId.of(
                user.post("/api/device", Map.of("name", name)).expect(200).text("/id/id"));
    }

    static void finish(CompletionStage<Void> work) {
        work.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    RuleMessage message(EntityId originator) {
        return RuleMessage.of(
                tenant,
                originator,
                "POST_TELEMETRY_REQUEST",
                Metadata.of(Map.of()),
                Payload.of("{}".getBytes(StandardCharsets.UTF_8)),
                1_763_640_000_000L);
    }

    void storeSomethingOf(EntityId entity, UUID delivery) {
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

    UUID firstRuleChain() {
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

    /** Lists a connection, which the deletion closes. */
    private void connect(DeviceId device) {
        DeviceConnections connections = server.bean(DeviceConnections.class);
        connections.opened(
                new FakeConnection(
                        server.bean(DeviceDirectory.class).find(List.of(device)).getFirst(),
                        connections));
    }
}
