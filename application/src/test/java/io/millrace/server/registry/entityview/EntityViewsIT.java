// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import static io.millrace.message.telemetry.AttributeScope.CLIENT_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.EntityViewId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.EntityViews;
import io.millrace.rule.store.EntityViews.View;
import io.millrace.rule.store.EntityViews.Window;
import io.millrace.rule.store.EntityWrites;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.store.attribute.AttributeStorage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class EntityViewsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final CustomerId customer = server.newCustomer(tenant);
    private final RestClient user = server.customerUser(tenant, customer);
    private final EntityId device = add("/api/device", EntityType.DEVICE);

    private EntityId add(String path, EntityType type) {
        String id = admin.post(path, Map.of("name", "S")).expect(200).text("/id/id");
        return new EntityId(type, UUID.fromString(id));
    }

    private ObjectNode body(String name) {
        ObjectNode body = RestClient.object().put("name", name).put("type", "meter");
        body.putObject("entityId")
                .put("entityType", device.type().name())
                .put("id", device.id().toString());
        return body;
    }

    private ObjectNode body(String name, String keys, long start, long end) {
        ObjectNode body = body(name).put("startTimeMs", start).put("endTimeMs", end);
        body.set("keys", JsonMapper.shared().readTree(keys));
        return body;
    }

    private ObjectNode save(Object body) {
        return (ObjectNode) admin.post("/api/entityView", body).expect(200).json();
    }

    private static String id(JsonNode view) {
        return view.at("/id/id").stringValue();
    }

    private static String path(JsonNode view) {
        return "/api/entityView/" + id(view);
    }

    private static String telemetry(JsonNode view, String rest) {
        return "/api/plugins/telemetry/ENTITY_VIEW/" + id(view) + rest;
    }

    private JsonNode assign(JsonNode view) {
        return admin.send(
                        "POST",
                        "/api/customer/%s/entityView/%s".formatted(customer, id(view)),
                        null)
                .expect(200)
                .json();
    }

    private void attribute(AttributeScope scope, String key, long value, long updatedAt) {
        await(
                server.bean(AttributeStorage.class)
                        .save(
                                tenant,
                                device,
                                scope,
                                List.of(new KeyValue(key, new LongValue(value))),
                                updatedAt));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }

    private void value(String key, long ts, long value) {
        admin.post(
                        "/api/plugins/telemetry/DEVICE/%s/timeseries/ANY".formatted(device.id()),
                        "{\"ts\":%d,\"values\":{\"%s\":%d}}".formatted(ts, key, value))
                .expect(200);
    }

    private List<String> attributeKeys(JsonNode view, AttributeScope scope) {
        return admin.get(telemetry(view, "/keys/attributes/" + scope))
                .expect(200)
                .json()
                .valueStream()
                .map(JsonNode::stringValue)
                .toList();
    }

    private List<String> names(RestClient caller, String list) {
        return caller.get(list)
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .map(each -> each.path("name").stringValue())
                .toList();
    }

    private String refusal(ObjectNode body) {
        return admin.post("/api/entityView", body).expectError(400, 31).text("/message");
    }

    @Test
    void aViewHasExactlyTheShapeThatClientsKnow() {
        JsonNode view =
                save(body("A", "{\"timeseries\":[\"t\"],\"attributes\":{\"ss\":[\"a\"]}}", 1, 2));

        assertThat(view.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "entityId",
                        "customerId",
                        "name",
                        "type",
                        "keys",
                        "startTimeMs",
                        "endTimeMs",
                        "externalId",
                        "version",
                        "additionalInfo");
        assertThat(view.at("/id/entityType").stringValue()).isEqualTo("ENTITY_VIEW");
        assertThat(view.at("/entityId/entityType").stringValue()).isEqualTo("DEVICE");
        assertThat(view.at("/entityId/id").stringValue()).isEqualTo(device.id().toString());
        assertThat(view.path("keys"))
                .hasToString(
                        "{\"timeseries\":[\"t\"],\"attributes\":{\"cs\":[],\"ss\":[\"a\"],\"sh\":[]}}");
        assertThat(view.path("startTimeMs").longValue()).isEqualTo(1);
        assertThat(view.path("endTimeMs").longValue()).isEqualTo(2);
        assertThat(admin.get(path(view)).expect(200).json()).isEqualTo(view);
    }

    @Test
    void aViewIsFoundListedChangedAndDeleted() {
        ObjectNode view = save(body("A"));
        save(body("B").put("type", "other"));

        assertThat(admin.get("/api/tenant/entityViews?entityViewName=A").json()).isEqualTo(view);
        assertThat(admin.get("/api/tenant/entityView?entityViewName=A").json()).isEqualTo(view);
        assertThat(admin.get("/api/entityViews?entityViewIds=" + id(view)).json())
                .containsExactly(view);
        assertThat(names(admin, "/api/tenant/entityViews?pageSize=9&page=0&type=meter"))
                .containsExactly("A");
        assertThat(names(admin, "/api/tenant/entityViewInfos?pageSize=9&page=0&textSearch=OTH"))
                .containsExactly("B");
        assertThat(admin.get("/api/entityView/types").json().valueStream())
                .extracting(type -> type.path("type").stringValue())
                .containsExactly("meter", "other");

        JsonNode changed = save(view.put("name", "C").put("type", ""));
        assertThat(changed.path("name").stringValue()).isEqualTo("C");
        assertThat(changed.path("type").stringValue()).isEqualTo("meter");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        admin.post("/api/entityView", view).expectError(409, 35);

        admin.delete(path(view)).expect(200);
        admin.get(path(view)).expectError(404, 32);
        assertThat(
                        server.bean(SubmittedMessages.class).of(tenant).stream()
                                .filter(message ->
                                        message.originator().id().toString().equals(id(view)))
                                .map(RuleMessage::type))
                .containsExactly("ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_DELETED");
    }

    @Test
    void usersOfACustomerSeeAssignedViewsAndNotTheirDevices() {
        JsonNode view = save(body("A"));
        save(body("B"));
        user.get(path(view)).expectError(403, 20);

        JsonNode assigned = assign(view);

        assertThat(user.get(path(view)).expect(200).json()).isEqualTo(assigned);
        assertThat(user.get("/api/entityView/info/" + id(view)).text("/customerTitle"))
                .startsWith("Customer ");
        String list = "/api/customer/%s/%s?pageSize=9&page=0";
        assertThat(names(user, list.formatted(customer, "entityViews"))).containsExactly("A");
        assertThat(names(user, list.formatted(customer, "entityViewInfos"))).containsExactly("A");
        user.get("/api/device/" + device.id()).expectError(403, 20);
        user.post("/api/entityView", assigned).expectError(403, 20);
        user.delete(path(view)).expectError(403, 20);

        admin.delete("/api/customer/entityView/" + id(view)).expect(200);
        user.get(path(view)).expectError(403, 20);
        admin.delete("/api/customer/entityView/" + id(view)).expectError(400, 31);
    }

    @Test
    void saysWhatIsWrongWithAView() {
        ObjectNode withoutEntity = body("A");
        withoutEntity.remove("entityId");
        assertThat(refusal(withoutEntity))
                .isEqualTo("entityId: expected a device or an asset; it is missing");
        ObjectNode ofTenant = body("A");
        ofTenant.putObject("entityId").put("entityType", "TENANT").put("id", "" + tenant);
        assertThat(refusal(ofTenant))
                .isEqualTo("entityId: expected a device or an asset, got the type TENANT");
        EntityId foreign =
                new EntityId(
                        EntityType.DEVICE,
                        UUID.fromString(
                                server.newTenantAdministrator()
                                        .post("/api/device", Map.of("name", "F"))
                                        .text("/id/id")));
        ObjectNode ofForeign = body("A");
        ofForeign.putObject("entityId").put("entityType", "DEVICE").put("id", "" + foreign.id());
        assertThat(refusal(ofForeign)).isEqualTo("entityId: the tenant has no such device");
        assertThat(refusal(body("A").put("type", " "))).startsWith("type: ");
        assertThat(refusal(body(" "))).startsWith("name: ");
        assertThat(refusal(body("A", "{}", 2, 1)))
                .isEqualTo("endTimeMs: expected 0 or at least startTimeMs (2), got 1");
        assertThat(refusal(body("A", "{}", -1, 0))).startsWith("startTimeMs: ");
        assertThat(refusal(body("A", "{\"attributes\":{\"sh\":[\"a\",\"\"]}}", 0, 0)))
                .startsWith("keys.attributes.sh[1]: ");
        assertThat(refusal(body("A", "{\"timeseries\":[null]}", 0, 0)))
                .startsWith("keys.timeseries[0]: ");
        save(body("A"));
        assertThat(refusal(body("A"))).isEqualTo("name: an entity view 'A' exists already");
        assertThat(names(admin, "/api/tenant/entityViews?pageSize=9&page=0")).containsExactly("A");
    }

    @Test
    void aSaveCopiesTheNamedAttributesThatWereUpdatedWithinTheTimeOfTheView() {
        attribute(SERVER_SCOPE, "early", 1, 1_000);
        attribute(SERVER_SCOPE, "named", 2, 1_500);
        attribute(SERVER_SCOPE, "other", 3, 1_500);
        attribute(SERVER_SCOPE, "late", 4, 2_000);
        attribute(SHARED_SCOPE, "named", 5, 1_500);
        attribute(CLIENT_SCOPE, "c", 6, 1_500);

        JsonNode view =
                save(
                        body(
                                "A",
                                "{\"attributes\":{\"ss\":[\"early\",\"named\",\"late\"],\"cs\":[\"c\"]}}",
                                1_000,
                                2_000));

        assertThat(attributeKeys(view, SERVER_SCOPE)).containsExactly("named");
        assertThat(attributeKeys(view, CLIENT_SCOPE)).containsExactly("c");
        assertThat(attributeKeys(view, SHARED_SCOPE)).isEmpty();
        JsonNode copy = admin.get(telemetry(view, "/values/attributes/SERVER_SCOPE")).json();
        assertThat(copy.at("/0/value").longValue()).isEqualTo(2);
        assertThat(copy.at("/0/lastUpdateTs").longValue()).isEqualTo(1_500);
    }

    @Test
    void aChangeOfAViewDeletesTheFormerCopies() {
        attribute(SERVER_SCOPE, "a", 1, 1_000);
        attribute(SERVER_SCOPE, "b", 2, 1_000);
        ObjectNode view = save(body("A", "{\"attributes\":{\"ss\":[\"a\"]}}", 0, 0));
        admin.post(telemetry(view, "/SERVER_SCOPE"), "{\"own\":1}").expect(200);

        ObjectNode other = body("A", "{\"attributes\":{\"ss\":[\"b\"]}}", 0, 0);
        other.set("id", view.path("id"));
        save(other);

        assertThat(attributeKeys(view, SERVER_SCOPE)).containsExactly("b", "own");
    }

    @Test
    void theTimeSeriesOfAViewAreThoseOfItsDeviceWithinKeysAndTime() {
        for (long ts : List.of(1_000, 1_001, 1_500, 1_999, 2_000)) {
            value("t", ts, ts);
        }
        value("other", 1_500, 1);
        value("u", 1_600, 7);
        JsonNode view = assign(save(body("A", "{\"timeseries\":[\"t\",\"u\"]}", 1_000, 2_000)));
        String history =
                telemetry(view, "/values/timeseries/history?keys=t,other&startTs=0&endTs=9000");

        assertThat(user.get(telemetry(view, "/keys/timeseries")).expect(200).body())
                .isEqualTo("[\"t\",\"u\"]");
        JsonNode values = user.get(history + "&orderBy=ASC").expect(200).json();
        assertThat(values.propertyNames()).containsExactly("t");
        assertThat(values.path("t").valueStream().map(each -> each.path("ts").longValue()))
                .containsExactly(1_001L, 1_500L, 1_999L);
        assertThat(
                        user.get(history + "&agg=COUNT&interval=9000&orderBy=DESC")
                                .expect(200)
                                .text("/t/0/value"))
                .isEqualTo("3");
        assertThat(
                        user.get(telemetry(view, "/values/timeseries"))
                                .expect(200)
                                .json()
                                .propertyNames())
                .as("the latest value of t is later than the view")
                .containsExactly("u");
        assertThat(
                        user.get(telemetry(view, "/values/timeseries?keys=other"))
                                .expect(200)
                                .json()
                                .at("/other/0/value")
                                .isNull())
                .isTrue();
        user.get(telemetry(view, "/values/timeseries/message?key=other&ts=1500")).expect(404);
        user.get(telemetry(view, "/values/timeseries/message?key=t&ts=1500")).expect(200);
    }

    @Test
    void aViewWithoutKeysShowsNoTimeSeries() {
        value("t", 1_000, 1);
        JsonNode view = save(body("A"));

        assertThat(admin.get(telemetry(view, "/values/timeseries")).expect(200).body())
                .isEqualTo("{}");
        assertThat(
                        admin.get(
                                        telemetry(
                                                view,
                                                "/values/timeseries/history?keys=t&startTs=0&endTs=9000"))
                                .expect(200)
                                .body())
                .isEqualTo("{}");
    }

    @Test
    void theTimeSeriesOfAViewAreReadOnly() {
        JsonNode view = save(body("A", "{\"timeseries\":[\"t\"]}", 0, 0));

        assertThat(admin.post(telemetry(view, "/timeseries/ANY"), "{\"t\":1}").expect(400).body())
                .contains("read only");
        admin.delete(telemetry(view, "/timeseries/delete?keys=t&deleteAllDataForKeys=true"))
                .expect(400);
    }

    @Test
    void aDeviceOrAnAssetWithViewsIsNotDeletedBeforeThem() {
        EntityId asset = add("/api/asset", EntityType.ASSET);
        JsonNode ofDevice = save(body("A"));
        ObjectNode body = body("B");
        body.putObject("entityId").put("entityType", "ASSET").put("id", "" + asset.id());
        JsonNode ofAsset = save(body);

        assertThat(admin.delete("/api/device/" + device.id()).expectError(400, 31).text("/message"))
                .isEqualTo("The device has entity views; delete them first");
        assertThat(admin.delete("/api/asset/" + asset.id()).expectError(400, 31).text("/message"))
                .isEqualTo("The asset has entity views; delete them first");

        admin.delete(path(ofDevice)).expect(200);
        admin.delete(path(ofAsset)).expect(200);
        admin.delete("/api/device/" + device.id()).expect(200);
        admin.delete("/api/asset/" + asset.id()).expect(200);
    }

    @Test
    void aViewHasAlarmsAndRelations() {
        JsonNode view = assign(save(body("A")));
        ObjectNode alarm = RestClient.object().put("type", "T").put("severity", "MAJOR");
        alarm.set("originator", view.path("id"));
        String raised = admin.post("/api/alarm", alarm).expect(200).text("/id/id");

        assertThat(user.get("/api/alarm/info/" + raised).expect(200).text("/originatorName"))
                .isEqualTo("A");
        ObjectNode relation = RestClient.object().put("type", "Contains");
        relation.putObject("from").put("entityType", "DEVICE").put("id", "" + device.id());
        relation.set("to", view.path("id"));
        admin.post("/api/relation", relation).expect(200);
        admin.delete(path(view)).expect(200);
        assertThat(
                        admin.get("/api/relations?fromType=DEVICE&fromId=%s".formatted(device.id()))
                                .expect(200)
                                .json())
                .isEmpty();
    }

    @Test
    void nodesFindTheViewsOfAnEntityAndAssignThem() {
        JsonNode first = save(body("A", "{\"attributes\":{\"sh\":[\"a\"]}}", 1, 2));
        JsonNode second = save(body("B"));
        EntityViews views = server.bean(EntityViews.class);
        EntityId view = new EntityId(EntityType.ENTITY_VIEW, UUID.fromString(id(first)));

        assertThat(await(views.of(tenant, device)))
                .containsExactly(
                        new View(
                                new EntityViewId(view.id()),
                                Map.of(SHARED_SCOPE, Set.of("a")),
                                new Window(1, 2)),
                        new View(
                                new EntityViewId(UUID.fromString(id(second))),
                                Map.of(),
                                new Window(0, 0)));
        assertThat(await(views.of(server.newTenant(), device))).isEmpty();

        await(server.bean(EntityWrites.class).assign(tenant, view, customer, null));
        user.get(path(first)).expect(200);
    }
}
