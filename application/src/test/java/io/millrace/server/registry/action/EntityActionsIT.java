// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.MessageIntake;
import io.millrace.server.registry.asset.Asset;
import io.millrace.server.registry.assignable.AssignableEntity;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.device.Device;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.UserRepository;
import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class EntityActionsIT {

    private final RestServer server = RestServer.running();
    private final JsonMapper json = server.bean(JsonMapper.class);
    private final TenantId tenant = server.newTenant();
    private final CustomerId customer = server.newCustomer(tenant);
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final SecurityUser caller = caller();
    private final Device device = newDevice("A");
    private final List<RuleMessage> sent = new CopyOnWriteArrayList<>();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final EntityActions actions =
            actions(message -> {
                sent.add(message);
                return CompletableFuture.allOf();
            });

    private SecurityUser caller() {
        JsonNode user = admin.get("/api/auth/user").expect(200).json();
        return new SecurityUser(
                UserId.of(user.at("/id/id").stringValue()),
                tenant,
                IdJson.NO_CUSTOMER,
                user.path("email").stringValue(),
                Authority.TENANT_ADMIN,
                UUID.randomUUID());
    }

    private static final ParameterizedTypeReference<AssignableRepository<Asset>> ASSETS =
            new ParameterizedTypeReference<>() {};

    private static final ParameterizedTypeReference<AssignableRepository<Device>> DEVICES =
            new ParameterizedTypeReference<>() {};

    private <E extends AssignableEntity> E stored(
            ParameterizedTypeReference<AssignableRepository<E>> repository, String id) {
        return server.bean(repository).find(tenant, UUID.fromString(id)).orElseThrow();
    }

    private Device newDevice(String name) {
        Map<String, Object> body =
                Map.of(
                        "name",
                        name,
                        "customerId",
                        Map.of("entityType", "CUSTOMER", "id", customer.toString()));
        String id = admin.post("/api/device", body).expect(200).text("/id/id");
        return stored(DEVICES, id);
    }

    private EntityActions actions(MessageIntake intake) {
        ActionMessages messages =
                new ActionMessages(
                        intake,
                        server.bean(DeviceProfiles.class),
                        server.bean(AssetProfiles.class),
                        meters);
        return new EntityActions(
                messages,
                new UserMetadata(server.bean(UserRepository.class)),
                json,
                Clock.systemUTC());
    }

    private RuleMessage only() {
        assertThat(sent).hasSize(1);
        return sent.getFirst();
    }

    private JsonNode data(String text) {
        return json.readTree(text);
    }

    @Test
    void aMessageSaysWhoHasDoneWhatToWhichEntity() {
        actions.created(caller, device, device);

        RuleMessage message = only();
        assertThat(message.type()).isEqualTo("ENTITY_CREATED");
        assertThat(message.tenant()).isEqualTo(tenant);
        assertThat(message.originator()).isEqualTo(device.id().entity());
        assertThat(message.customer()).isEqualTo(customer);
        assertThat(message.payload().json()).isEqualTo(json.valueToTree(device));
        assertThat(message.metadata().values())
                .containsOnly(
                        entry("userId", caller.userId().toString()),
                        entry("userName", caller.email()),
                        entry("userEmail", caller.email()),
                        entry("userFirstName", "Ada"),
                        entry("customerId", customer.toString()),
                        entry("entityName", "A"),
                        entry("entityType", "DEVICE"));
    }

    @Test
    void assignmentsNameTheCustomer() {
        actions.assigned(caller, device, device, customer, "Title");
        actions.unassigned(caller, device, device, customer, "Title");

        assertThat(sent)
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_ASSIGNED", "ENTITY_UNASSIGNED");
        assertThat(sent.getFirst().metadata().values())
                .contains(
                        entry("assignedCustomerId", customer.toString()),
                        entry("assignedCustomerName", "Title"));
        assertThat(sent.getLast().metadata().values())
                .contains(
                        entry("unassignedCustomerId", customer.toString()),
                        entry("unassignedCustomerName", "Title"));
    }

    @Test
    void attributesComeAsAFlatObjectWithTheirScope() {
        List<KeyValue> attributes =
                List.of(
                        new KeyValue("whole", new Value.LongValue(1)),
                        new KeyValue("fraction", new Value.DoubleValue(0.5)),
                        new KeyValue("flag", new Value.BooleanValue(true)),
                        new KeyValue("text", new Value.StringValue("1")),
                        new KeyValue("json", new Value.JsonValue("{\"a\":[1]}")));

        actions.attributesUpdated(caller, device, AttributeScope.SHARED_SCOPE, attributes);

        RuleMessage message = only();
        assertThat(message.type()).isEqualTo("ATTRIBUTES_UPDATED");
        assertThat(json.readTree(message.payload().text()))
                .isEqualTo(
                        data(
                                """
                                {"whole":1,"fraction":0.5,"flag":true,"text":"1","json":{"a":[1]}}
                                """));
        assertThat(message.metadata().values())
                .contains(entry("scope", "SHARED_SCOPE"))
                .doesNotContainKeys("entityName", "entityType");
    }

    @Test
    void deletedAttributesComeAsTheirKeys() {
        actions.attributesDeleted(caller, device, AttributeScope.CLIENT_SCOPE, List.of("a", "b"));

        assertThat(only().type()).isEqualTo("ATTRIBUTES_DELETED");
        assertThat(only().payload().json()).isEqualTo(data("{\"attributes\":[\"a\",\"b\"]}"));
        assertThat(only().metadata().get("scope")).isEqualTo("CLIENT_SCOPE");
    }

    @Test
    void timeSeriesComePointByPoint() {
        List<TimeseriesPoint> points =
                List.of(
                        new TimeseriesPoint(
                                1000, List.of(new KeyValue("t", new Value.LongValue(5)))),
                        new TimeseriesPoint(
                                2000, List.of(new KeyValue("t", new Value.LongValue(6)))));

        UUID message = TimeOrderedUuid.next();

        actions.timeseriesUpdated(caller, device, points, message);

        assertThat(only().id()).isEqualTo(message);
        assertThat(only().type()).isEqualTo("TIMESERIES_UPDATED");
        assertThat(json.readTree(only().payload().text()))
                .isEqualTo(
                        data(
                                """
                                {"timeseries":[{"ts":1000,"values":{"t":5}},{"ts":2000,"values":{"t":6}}]}
                                """));
    }

    @Test
    void bothEndsHearOfARelation() {
        EntityId other = new EntityId(EntityType.DEVICE, TimeOrderedUuid.next());
        Map<String, String> relation = Map.of("type", "Contains");

        actions.relationSaved(caller, device.entityId(), other, relation);
        actions.relationDeleted(caller, other, other, relation);

        assertThat(sent)
                .extracting(RuleMessage::type)
                .containsExactly(
                        "RELATION_ADD_OR_UPDATE", "RELATION_ADD_OR_UPDATE", "RELATION_DELETED");
        assertThat(sent)
                .extracting(RuleMessage::originator)
                .containsExactly(device.entityId(), other, other);
        assertThat(sent)
                .allSatisfy(message ->
                        assertThat(message.payload().json())
                                .isEqualTo(data("{\"type\":\"Contains\"}")));
    }

    @Test
    void theMessageOfADeletionGoesTheWayOfTheProfileThatTheDeviceHad() {
        String chain = admin.post("/api/ruleChain", Map.of("name", "C")).expect(200).text("/id/id");
        Map<String, Object> profile =
                Map.of(
                        "name", "P",
                        "defaultQueueName", "HighPriority",
                        "defaultRuleChainId", Map.of("entityType", "RULE_CHAIN", "id", chain));
        admin.post("/api/deviceProfile", profile).expect(200);
        String id =
                admin.post("/api/device", Map.of("name", "B", "type", "P"))
                        .expect(200)
                        .text("/id/id");
        Device other = stored(DEVICES, id);

        Runnable tell = actions.deletion(caller, other, other);
        assertThat(sent).isEmpty();
        admin.delete("/api/device/" + id).expect(200);
        tell.run();

        assertThat(only().type()).isEqualTo("ENTITY_DELETED");
        assertThat(only().queue()).isEqualTo("HighPriority");
        assertThat(only().entry()).isNotNull();
        assertThat(only().entry().chain()).isEqualTo(RuleChainId.of(chain));
    }

    @Test
    void deletedTimeSeriesComeAsTheirKeysAndTheirSpan() {
        actions.timeseriesDeleted(caller, device, List.of("a", "b"), 1000, 2000);

        assertThat(only().type()).isEqualTo("TIMESERIES_DELETED");
        assertThat(json.readTree(only().payload().text()))
                .isEqualTo(
                        data(
                                """
                                {"timeseries":["a","b"],"startTs":1000,"endTs":2000}
                                """));
    }

    @Test
    void messagesOfOneChangeDoNotWaitForEachOther() {
        CompletableFuture<Void> safe = new CompletableFuture<>();
        EntityActions together =
                actions(message -> {
                    sent.add(message);
                    if (sent.size() == 2) {
                        safe.complete(null);
                    }
                    return safe;
                });

        together.unassigned(caller, List.of(device, device), customer, "Title");

        assertThat(safe).isCompleted();
        assertThat(sent)
                .hasSize(2)
                .allSatisfy(message -> {
                    assertThat(message.type()).isEqualTo("ENTITY_UNASSIGNED");
                    assertThat(message.customer()).isEqualTo(customer);
                    assertThat(message.payload().json()).isEqualTo(json.valueToTree(device));
                });
    }

    @Test
    void onlyThoseMessagesAreOfferedAgainThatFoundNoRoom() {
        Set<EntityId> offered = new HashSet<>();
        Device full = newDevice("B");
        EntityActions choosy =
                actions(message -> {
                    if (offered.add(message.originator())
                            && message.originator().equals(full.entityId())) {
                        return CompletableFuture.failedStage(new IllegalStateException("no room"));
                    }
                    sent.add(message);
                    return CompletableFuture.allOf();
                });

        choosy.unassigned(caller, List.of(device, full), customer, "Title");

        assertThat(sent)
                .extracting(RuleMessage::originator)
                .containsExactly(device.entityId(), full.entityId());
        assertThat(meters.counter("millrace.actions.untold").count()).isZero();
    }

    @Test
    void aMessageThatFindsNoRoomIsOfferedAgain() {
        AtomicInteger offers = new AtomicInteger();
        EntityActions patient =
                actions(message ->
                        offers.incrementAndGet() < 3
                                ? CompletableFuture.failedStage(
                                        new IllegalStateException("no room"))
                                : CompletableFuture.allOf());

        patient.updated(caller, device, device);

        assertThat(offers).hasValue(3);
        assertThat(meters.counter("millrace.actions.untold").count()).isZero();
    }

    @Test
    void aMessageThatNeverFindsRoomIsCountedAndTheChangeStands() {
        EntityActions full =
                actions(message ->
                        CompletableFuture.failedStage(new IllegalStateException("no room")));

        full.updated(caller, device, device);

        assertThat(meters.counter("millrace.actions.untold").count()).isEqualTo(1);
    }

    @Test
    void theMessageOfADeletionGoesTheWayOfTheProfileThatTheAssetHad() {
        Map<String, Object> profile = Map.of("name", "P", "defaultQueueName", "HighPriority");
        admin.post("/api/assetProfile", profile).expect(200);
        String id =
                admin.post("/api/asset", Map.of("name", "B", "type", "P"))
                        .expect(200)
                        .text("/id/id");
        Asset asset = stored(ASSETS, id);

        Runnable tell = actions.deletion(caller, asset, asset);
        admin.delete("/api/asset/" + id).expect(200);
        tell.run();

        assertThat(only().queue()).isEqualTo("HighPriority");
    }

    /** What the service has told the chains about an entity, over REST. */
    private List<RuleMessage> told(EntityType type, String id) {
        EntityId entity = new EntityId(type, UUID.fromString(id));
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.originator().equals(entity))
                .toList();
    }

    private ObjectNode newEntity(EntityType type) {
        Object body =
                switch (type) {
                    case CUSTOMER -> Map.of("title", "New");
                    case USER ->
                            Map.of(
                                    "email",
                                    UUID.randomUUID() + "@example.com",
                                    "authority",
                                    "TENANT_ADMIN");
                    default -> Map.of("name", "New");
                };
        return (ObjectNode) admin.post(path(type), body).expect(200).json();
    }

    private static String path(EntityType type) {
        return "/api/" + type.name().toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CUSTOMER", "ASSET", "USER", "DEVICE"})
    void theChainsHearOfEachChangeOverRest(EntityType type) {
        ObjectNode made = newEntity(type);
        String id = made.at("/id/id").stringValue();
        ObjectNode body = made.deepCopy();
        body.putObject("additionalInfo").put("a", 1);
        JsonNode changed = admin.post(path(type), body).expect(200).json();
        admin.delete(path(type) + "/" + id).expect(200);

        List<RuleMessage> messages = told(type, id);
        assertThat(messages)
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_DELETED");
        assertThat(messages)
                .extracting(message -> json.readTree(message.payload().text()))
                .containsExactly(made, changed, changed);
        assertThat(messages)
                .allSatisfy(message ->
                        assertThat(message.metadata().values())
                                .contains(
                                        entry("userId", caller.userId().toString()),
                                        entry("entityType", type.name()),
                                        entry("entityName", made.path("name").stringValue())));
    }

    @Test
    void theInstallationsAdministratorTellsTheChainsOfTheTenantWhoseUserItMakes() {
        Map<String, Object> body =
                Map.of(
                        "email",
                        UUID.randomUUID() + "@example.com",
                        "authority",
                        "TENANT_ADMIN",
                        "tenantId",
                        Map.of("entityType", "TENANT", "id", tenant.toString()));
        String id = server.systemAdministrator().post("/api/user", body).expect(200).text("/id/id");

        assertThat(told(EntityType.USER, id))
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_CREATED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ASSET", "DEVICE"})
    void theChainsGetTheNewAndTheFormerCustomerOfAnEntity(EntityType type) {
        String id = newEntity(type).at("/id/id").stringValue();
        String title = admin.get("/api/customer/%s/title".formatted(customer)).expect(200).body();
        String kind = type.name().toLowerCase(Locale.ROOT);

        JsonNode assigned =
                admin.post("/api/customer/%s/%s/%s".formatted(customer, kind, id), "")
                        .expect(200)
                        .json();
        JsonNode unassigned =
                admin.delete("/api/customer/%s/%s".formatted(kind, id)).expect(200).json();

        List<RuleMessage> all = told(type, id);
        assertThat(all)
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_CREATED", "ENTITY_ASSIGNED", "ENTITY_UNASSIGNED");
        List<RuleMessage> messages = all.subList(1, 3);
        assertThat(messages)
                .extracting(message -> json.readTree(message.payload().text()))
                .containsExactly(assigned, unassigned);
        assertThat(messages)
                .allSatisfy(message -> {
                    assertThat(message.customer()).isEqualTo(customer);
                    assertThat(message.metadata().get("customerId")).isEqualTo(customer.toString());
                });
        assertThat(messages.getFirst().metadata().values())
                .contains(
                        entry("assignedCustomerId", customer.toString()),
                        entry("assignedCustomerName", title));
        assertThat(messages.getLast().metadata().values())
                .contains(
                        entry("unassignedCustomerId", customer.toString()),
                        entry("unassignedCustomerName", title));
    }

    @ParameterizedTest
    @ValueSource(strings = {"CUSTOMER", "ASSET", "USER", "DEVICE"})
    void nothingIsRelatedToAnEntityThatIsGone(EntityType type) {
        String id = newEntity(type).at("/id/id").stringValue();
        relate(new EntityId(type, UUID.fromString(id)));

        admin.delete(path(type) + "/" + id).expect(200);

        assertThat(relationsOf(id)).isZero();
    }

    @Test
    void relationsOfACustomersUsersGoWithTheCustomer() {
        CustomerId other = server.newCustomer(tenant);
        Map<String, Object> body =
                Map.of(
                        "email",
                        UUID.randomUUID() + "@example.com",
                        "authority",
                        "CUSTOMER_USER",
                        "customerId",
                        Map.of("entityType", "CUSTOMER", "id", other.toString()));
        String user = admin.post("/api/user", body).expect(200).text("/id/id");
        relate(new EntityId(EntityType.USER, UUID.fromString(user)));

        admin.delete("/api/customer/" + other).expect(200);

        assertThat(relationsOf(user)).isZero();
    }

    private void relate(EntityId entity) {
        server.bean(JdbcClient.class)
                .sql(
                        """
                        insert into relation (tenant_id, from_type, from_id, type_group, type, to_type, to_id)
                        values (?, ?, ?, 'COMMON', 'Contains', 'DEVICE', ?)
                        """)
                .params(tenant.id(), entity.type().name(), entity.id(), device.id().id())
                .update();
        assertThat(relationsOf(entity.id().toString())).isEqualTo(1);
    }

    private int relationsOf(String from) {
        return server.bean(JdbcClient.class)
                .sql("select count(*) from relation where from_id = ?")
                .params(UUID.fromString(from))
                .query(Integer.class)
                .single();
    }
}
