// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.Outcome;
import io.millrace.server.store.deadletter.DeadLetterStorage;
import io.millrace.server.store.history.HistoryStorage;
import io.millrace.server.store.history.KeptReason;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A tenant with entities of all types, which other tenants must not see. */
record Victim(
        TenantId tenant,
        RestClient admin,
        String device,
        String profile,
        String customer,
        CustomerId otherCustomer,
        String asset,
        String assetProfile,
        String view,
        String chain,
        String node,
        String queue,
        String alarm,
        String comment,
        UUID letter,
        String rpc,
        String token,
        String user,
        VictimRows rows) {

    /** A text in all data of the victim, so that a test detects each leak. */
    static final String SECRET = "victims-secret";

    static final Victim INSTANCE = create();

    private static Victim create() {
        TenantId tenant = RestServer.running().newTenant();
        RestClient admin = RestServer.running().tenantAdministrator(tenant);
        var device =
                admin.post("/api/device", Map.of("name", SECRET, "type", SECRET + "-type"))
                        .expect(200)
                        .json();
        String id = device.at("/id/id").stringValue();
        String token =
                admin.get("/api/device/" + id + "/credentials").expect(200).text("/credentialsId");
        TestTelemetry stored = RestServer.running().bean(TestTelemetry.class);
        var entity = DeviceId.of(id).entity();
        stored.put(tenant, entity, SECRET, 1, new Value.StringValue(SECRET));
        Arrays.stream(AttributeScope.values())
                .forEach(scope ->
                        stored.put(
                                tenant, entity, scope, SECRET, 1, new Value.StringValue(SECRET)));
        String customer =
                admin.post("/api/customer", Map.of("title", SECRET)).expect(200).text("/id/id");
        var asset =
                admin.post("/api/asset", Map.of("name", SECRET, "type", SECRET + "-asset-type"))
                        .expect(200)
                        .json();
        Map<String, String> self = Map.of("entityType", "DEVICE", "id", id);
        String view =
                admin.post(
                                "/api/entityView",
                                Map.of(
                                        "name",
                                        SECRET,
                                        "type",
                                        SECRET + "-view-type",
                                        "entityId",
                                        self,
                                        "keys",
                                        Map.of("timeseries", List.of(SECRET))))
                        .expect(200)
                        .text("/id/id");
        admin.post("/api/relation", Map.of("from", self, "to", self, "type", SECRET)).expect(200);
        String chain =
                admin.post("/api/ruleChain", Map.of("name", SECRET)).expect(200).text("/id/id");
        UUID node = keepAMessage(tenant, entity);
        String alarm =
                admin.post(
                                "/api/alarm",
                                Map.of("originator", self, "type", SECRET, "severity", "MAJOR"))
                        .expect(200)
                        .text("/id/id");
        String comment =
                admin.post(
                                "/api/alarm/%s/comment".formatted(alarm),
                                Map.of("comment", Map.of("text", SECRET)))
                        .expect(200)
                        .text("/id/id");
        return new Victim(
                tenant,
                admin,
                id,
                device.at("/deviceProfileId/id").stringValue(),
                customer,
                RestServer.running().newCustomer(tenant),
                asset.at("/id/id").stringValue(),
                asset.at("/assetProfileId/id").stringValue(),
                view,
                chain,
                node.toString(),
                admin.get("/api/queues/name/Main").expect(200).text("/id/id"),
                alarm,
                comment,
                bury(tenant, entity),
                storeRpc(tenant, id),
                token,
                admin.get("/api/auth/user").expect(200).text("/id/id"),
                VictimRows.of(RestServer.running().bean(JdbcClient.class), tenant));
    }

    /** A persistent request to a device, which waits until the year 2096. */
    private static String storeRpc(TenantId tenant, String device) {
        UUID id = TimeOrderedUuid.next();
        RestServer.running()
                .bean(JdbcClient.class)
                .sql(
                        """
                        insert into rpc (id, created_time, tenant_id, device_id, expiration_time, one_way, retries, method,
                                         params, status, due_at)
                        values (:id, 1, :tenant, cast(:device as uuid), 4000000000000, false, 0, :secret, '1', 'QUEUED',
                                4000000000000)
                        """)
                .param("id", id)
                .param("tenant", tenant.id())
                .param("device", device)
                .param("secret", SECRET)
                .update();
        return id.toString();
    }

    /** Keeps a message that has passed a node of the tenant's root chain, and watches its device; returns the node. */
    private static UUID keepAMessage(TenantId tenant, EntityId originator) {
        JdbcClient jdbc = RestServer.running().bean(JdbcClient.class);
        Hop hop =
                jdbc.sql(
                                """
                                select n.id, n.rule_chain_id from rule_node n join rule_chain c on c.id = n.rule_chain_id
                                 where c.tenant_id = :tenant and c.root order by n.id limit 1
                                """)
                        .param("tenant", tenant.id())
                        .query((row, _) ->
                                new Hop(
                                        null,
                                        new RuleChainId(row.getObject(2, UUID.class)),
                                        1,
                                        new RuleNodeId(row.getObject(1, UUID.class)),
                                        SECRET,
                                        1))
                        .single();
        jdbc.sql(
                        """
                        insert into message_watch (tenant_id, entity_type, entity_id, until, by_save)
                        values (:tenant, 'DEVICE', :device, :until, false)
                        """)
                .param("tenant", tenant.id())
                .param("device", originator.id())
                .param("until", Long.MAX_VALUE)
                .update();
        RuleMessage message =
                RuleMessage.of(
                        tenant, originator, SECRET, Metadata.EMPTY, Payload.ofText(SECRET), 1);
        RestServer.running()
                .bean(HistoryStorage.class)
                .keep(
                        new DeliveryEnd(
                                TimeOrderedUuid.next(),
                                message,
                                Outcome.DONE,
                                null,
                                1,
                                new Path(List.of(hop)),
                                System.currentTimeMillis(),
                                1_000),
                        Set.of(KeptReason.WATCHED));
        // Another thread would wait for this class, which is being initialised.
        await().pollInSameThread()
                .until(
                        () ->
                                jdbc.sql("select count(*) from kept_message where message_id = :id")
                                        .param("id", message.id())
                                        .query(Long.class)
                                        .single(),
                        kept -> kept == 1);
        return hop.node().id();
    }

    private static UUID bury(TenantId tenant, EntityId originator) {
        DeadLetter letter =
                new DeadLetter(
                        TimeOrderedUuid.next(),
                        RuleMessage.of(
                                tenant,
                                originator,
                                SECRET,
                                Metadata.EMPTY,
                                Payload.ofText(SECRET),
                                1),
                        "Main",
                        Failure.of(SECRET),
                        Path.EMPTY,
                        1,
                        Instant.now(),
                        null);
        RestServer.running().bean(DeadLetterStorage.class).add(letter).toCompletableFuture().join();
        return letter.deliveryId();
    }

    String fill(String pattern) {
        return pattern.replace("{tenantId}", tenant.toString())
                .replace("{userId}", user)
                .replace("{deviceId}", device)
                .replace("{deviceProfileId}", profile)
                .replace("{customerId}", customer)
                .replace("{assetId}", asset)
                .replace("{assetProfileId}", assetProfile)
                .replace("{entityViewId}", view)
                .replace("{ruleChainId}", chain)
                .replace("{ruleNodeId}", node)
                .replace("{queueId}", queue)
                .replace("{queueName}", "Main")
                .replace("{messageId}", device)
                .replace("{deadLetterId}", letter.toString())
                .replace("{rpcId}", rpc)
                .replace("{alarmId}", alarm)
                .replace("{commentId}", comment)
                .replace("{entityType}", "DEVICE")
                .replace("{entityId}", device)
                .replace("{scope}", "SERVER_SCOPE")
                .replace("{ttl}", "0")
                .replace("{number}", "1")
                .replace("{from}", "1")
                .replace("{to}", "1")
                .replace("{testCaseId}", device)
                .replace("{componentType}", "FLOW")
                .replace("{clazz}", "flow.output");
    }

    /** Another administrator of the tenant. */
    String intruderBody() {
        return """
        {"tenantId":{"entityType":"TENANT","id":"%s"},"authority":"TENANT_ADMIN","email":"intruder@example.com"}
        """
                .formatted(tenant);
    }

    /** All texts that no other tenant may receive. */
    String[] ids() {
        return new String[] {
            device,
            profile,
            customer,
            asset,
            assetProfile,
            view,
            chain,
            node,
            alarm,
            letter.toString(),
            rpc
        };
    }

    String customerBody() {
        return "{\"id\":{\"entityType\":\"CUSTOMER\",\"id\":\"%s\"},\"title\":\"taken over\"}"
                .formatted(customer);
    }

    String assetBody() {
        return "{\"id\":{\"entityType\":\"ASSET\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                .formatted(asset);
    }

    /** The view with other data, of the same device. */
    String viewBody() {
        return """
        {"id":{"entityType":"ENTITY_VIEW","id":"%s"},"name":"taken over","entityId":{"entityType":"DEVICE","id":"%s"}}
        """
                .formatted(view, device);
    }

    String assetProfileBody() {
        return "{\"id\":{\"entityType\":\"ASSET_PROFILE\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                .formatted(assetProfile);
    }

    String deviceBody() {
        return "{\"id\":{\"entityType\":\"DEVICE\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                .formatted(device);
    }

    String profileBody() {
        return "{\"id\":{\"entityType\":\"DEVICE_PROFILE\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                .formatted(profile);
    }

    String chainBody() {
        return "{\"id\":{\"entityType\":\"RULE_CHAIN\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                .formatted(chain);
    }

    String graphBody() {
        return """
        {"ruleChainId":{"entityType":"RULE_CHAIN","id":"%s"},"firstNodeIndex":0,
         "nodes":[{"type":"org.thingsboard.rule.engine.flow.TbAckNode","name":"swallow"}]}
        """
                .formatted(chain);
    }

    String relationBody() {
        return """
        {"from":{"entityType":"DEVICE","id":"%1$s"},"to":{"entityType":"DEVICE","id":"%1$s"},"type":"%2$s"}
        """
                .formatted(device, SECRET);
    }

    String relationsBody() {
        return "{\"parameters\":{\"rootType\":\"DEVICE\",\"rootId\":\"%s\"}}".formatted(device);
    }

    String alarmBody() {
        return "{\"id\":{\"entityType\":\"ALARM\",\"id\":\"%s\"},\"severity\":\"MINOR\"}"
                .formatted(alarm);
    }

    String lettersBody() {
        return "{\"ids\":[\"%s\"]}".formatted(letter);
    }

    String credentialsBody() {
        return "{\"deviceId\":{\"entityType\":\"DEVICE\",\"id\":\"%s\"},\"credentialsId\":\"stolen\"}"
                .formatted(device);
    }

    /** Fails if any column of a row of the victim has changed. */
    void assertUntouched() {
        assertThat(rows.now()).isEqualTo(rows.before());
    }
}
