// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RelationsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JsonNode a = device("A");
    private final JsonNode b = device("B");
    private final JsonNode c = device("C");

    private JsonNode device(String name) {
        return device(Map.of("name", name));
    }

    private JsonNode device(Object body) {
        return admin.post("/api/device", body).expect(200).json().path("id");
    }

    private static ObjectNode relation(JsonNode from, String type, JsonNode to) {
        ObjectNode relation = RestClient.object().put("type", type);
        relation.set("from", from);
        relation.set("to", to);
        return relation;
    }

    private JsonNode relate(JsonNode from, String type, JsonNode to) {
        return admin.post("/api/v2/relation", relation(from, type, to)).expect(200).json();
    }

    private static String of(JsonNode from, String type, JsonNode to) {
        return "/api/relation?" + end("from", from) + "&relationType=" + type + "&" + end("to", to);
    }

    private static String end(String name, JsonNode entity) {
        return "%1$sId=%2$s&%1$sType=%3$s"
                .formatted(
                        name,
                        entity.path("id").stringValue(),
                        entity.path("entityType").stringValue());
    }

    private static List<String> typesIn(RestClient.Answer answer) {
        return answer.expect(200)
                .json()
                .valueStream()
                .map(each -> each.path("type").stringValue())
                .toList();
    }

    private ObjectNode query(JsonNode root, String direction, int maxLevel) {
        ObjectNode query = RestClient.object();
        query.putObject("parameters")
                .put("rootId", root.path("id").stringValue())
                .put("rootType", root.path("entityType").stringValue())
                .put("direction", direction)
                .put("relationTypeGroup", "COMMON")
                .put("maxLevel", maxLevel);
        return query;
    }

    @Test
    void aRelationHasExactlyTheShapeThatClientsKnow() {
        ObjectNode wanted = relation(a, "Contains", b);
        wanted.putObject("additionalInfo").put("note", 1);

        JsonNode made = admin.post("/api/v2/relation", wanted).expect(200).json();

        assertThat(made.propertyNames())
                .containsExactlyInAnyOrder(
                        "from", "to", "type", "typeGroup", "version", "additionalInfo");
        assertThat(made.path("from")).isEqualTo(a);
        assertThat(made.path("to")).isEqualTo(b);
        assertThat(made.path("type").stringValue()).isEqualTo("Contains");
        assertThat(made.path("typeGroup").stringValue()).isEqualTo("COMMON");
        assertThat(made.path("version").longValue()).isEqualTo(1);
        assertThat(made.at("/additionalInfo/note").intValue()).isEqualTo(1);
        assertThat(admin.get(of(a, "Contains", b)).expect(200).json()).isEqualTo(made);
    }

    @Test
    void theFirstVersionOfTheApiAnswersNothing() {
        assertThat(admin.post("/api/relation", relation(a, "Contains", b)).expect(200).body())
                .isEmpty();
        assertThat(admin.delete(of(a, "Contains", b)).expect(200).body()).isEmpty();
        admin.get(of(a, "Contains", b)).expectError(404, 32);
        admin.delete(of(a, "Contains", b)).expectError(404, 32);
    }

    @Test
    void theSecondVersionAnswersWhatItHasDeleted() {
        JsonNode made = relate(a, "Contains", b);

        String path = of(a, "Contains", b).replace("/api/", "/api/v2/");
        assertThat(admin.delete(path).expect(200).json()).isEqualTo(made);
        admin.delete(path).expectError(404, 32);
    }

    @Test
    void savingAgainChangesTheRelationUnlessAnotherRequestHas() {
        relate(a, "Contains", b);

        assertThat(relate(a, "Contains", b).path("version").longValue()).isEqualTo(2);
        admin.post("/api/v2/relation", relation(a, "Contains", b).put("version", 1))
                .expectError(409, 35);
        admin.post("/api/v2/relation", relation(a, "Contains", b).put("version", 2)).expect(200);
    }

    @Test
    void typeGroupAndDirectionTellRelationsApart() {
        relate(a, "Contains", b);
        relate(b, "Contains", a);
        relate(a, "Manages", b);
        admin.post("/api/relation", relation(a, "Contains", b).put("typeGroup", "EDGE"))
                .expect(200);
        admin.post("/api/relation", relation(a, "Uses", b).put("typeGroup", "no such group"))
                .expect(200);

        assertThat(typesIn(admin.get("/api/relations?" + end("from", a))))
                .containsExactly("Contains", "Manages", "Uses");
        assertThat(typesIn(admin.get("/api/relations?" + end("to", a))))
                .containsExactly("Contains");
        assertThat(typesIn(admin.get("/api/relations?relationTypeGroup=EDGE&" + end("from", a))))
                .containsExactly("Contains");
        assertThat(typesIn(admin.get("/api/relations?relationType=Manages&" + end("from", a))))
                .containsExactly("Manages");
        assertThat(typesIn(admin.get("/api/relations?relationType=Manages&" + end("to", b))))
                .containsExactly("Manages");
    }

    @Test
    void listsNamesOnDemand() {
        relate(a, "Contains", b);

        JsonNode info =
                admin.get("/api/relations/info?" + end("from", a)).expect(200).json().path(0);

        assertThat(info.propertyNames())
                .containsExactlyInAnyOrder(
                        "from",
                        "to",
                        "type",
                        "typeGroup",
                        "version",
                        "additionalInfo",
                        "fromName",
                        "toName");
        assertThat(info.path("fromName").stringValue()).isEqualTo("A");
        assertThat(info.path("toName").stringValue()).isEqualTo("B");
        assertThat(admin.get("/api/relations/info?" + end("to", b)).expect(200).json().path(0))
                .isEqualTo(info);
        assertThat(
                        admin.post("/api/relations/info", query(a, "FROM", 1))
                                .expect(200)
                                .json()
                                .path(0))
                .isEqualTo(info);
    }

    @Test
    void looksAroundAnEntityOverSeveralLevels() {
        relate(a, "Contains", b);
        relate(b, "Manages", c);
        relate(c, "Back", a);

        assertThat(typesIn(admin.post("/api/relations", query(a, "FROM", 1))))
                .containsExactly("Contains");
        assertThat(typesIn(admin.post("/api/relations", query(a, "FROM", 2))))
                .containsExactly("Contains", "Manages");
        assertThat(typesIn(admin.post("/api/relations", query(a, "FROM", 0))))
                .containsExactly("Contains", "Manages", "Back");
        assertThat(typesIn(admin.post("/api/relations", query(a, "TO", 2))))
                .containsExactly("Back", "Manages");
    }

    @Test
    void filtersWhatItFindsAround() {
        relate(a, "Contains", b);
        relate(b, "Manages", c);
        ObjectNode query = query(a, "FROM", 2);
        ObjectNode filter = query.putArray("filters").addObject().put("relationType", "Manages");
        filter.putArray("entityTypes").add("DEVICE");

        assertThat(typesIn(admin.post("/api/relations", query))).containsExactly("Manages");

        filter.put("negate", true);
        assertThat(typesIn(admin.post("/api/relations", query))).containsExactly("Contains");

        filter.putArray("entityTypes").add("RULE_CHAIN");
        assertThat(typesIn(admin.post("/api/relations", query))).isEmpty();
    }

    @Test
    void theLastLevelIsTheOneAskedForOrWhereNothingLeadsOn() {
        JsonNode leaf = device("leaf");
        relate(a, "Contains", b);
        relate(a, "Leaf", leaf);
        relate(b, "Manages", c);
        ObjectNode query = query(a, "FROM", 2);
        query.withObject("/parameters").put("fetchLastLevelOnly", true);

        assertThat(typesIn(admin.post("/api/relations", query))).containsExactly("Leaf", "Manages");
    }

    @Test
    void bothEndsMustBeThere() {
        JsonNode unknown =
                RestClient.object()
                        .put("entityType", "DEVICE")
                        .put("id", "00000000-0000-4000-8000-000000000000");
        JsonNode strangers =
                server.newTenantAdministrator()
                        .post("/api/device", Map.of("name", "S"))
                        .json()
                        .path("id");

        for (JsonNode other : List.of(unknown, strangers)) {
            admin.post("/api/relation", relation(a, "Contains", other)).expectError(404, 32);
            admin.post("/api/relation", relation(other, "Contains", a)).expectError(404, 32);
            admin.get("/api/relations?" + end("from", other)).expectError(404, 32);
            admin.post("/api/relations", query(other, "FROM", 1)).expectError(404, 32);
        }
    }

    @Test
    void saysWhatIsWrongWithARequest() {
        assertThat(
                        admin.post("/api/relation", Map.of("to", b, "type", "Contains"))
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("from: expected the id of an entity; it is missing");
        admin.post("/api/relation", relation(a, " ", b)).expectError(400, 31);
        assertThat(
                        admin.post(
                                        "/api/relation",
                                        "{\"from\":{\"entityType\":\"X\",\"id\":\"1\"}}")
                                .expectError(400, 31)
                                .text("/message"))
                .startsWith("from: expected {\"entityType\":\"<type>\",\"id\":\"<uuid>\"}");
        assertThat(
                        admin.delete("/api/relation?" + end("from", a))
                                .expectError(400, 31)
                                .text("/message"))
                .startsWith("toType: expected a value");
        admin.get(of(a, "Contains", b).replace("DEVICE", "NOTHING")).expectError(400, 31);
        admin.post("/api/relations", "{}").expectError(400, 31);
        admin.get("/api/relations").expectError(400, 31);
    }

    @Test
    void deletesAllCommonRelationsOfAnEntityInBothDirections() {
        relate(a, "Contains", b);
        relate(c, "Manages", a);
        relate(b, "Stays", c);
        admin.post("/api/relation", relation(a, "Kept", b).put("typeGroup", "EDGE")).expect(200);

        admin.delete("/api/relations?entityType=DEVICE&entityId=" + a.path("id").stringValue())
                .expect(200);

        assertThat(typesIn(admin.get("/api/relations?" + end("from", a)))).isEmpty();
        assertThat(typesIn(admin.get("/api/relations?" + end("to", a)))).isEmpty();
        assertThat(typesIn(admin.get("/api/relations?" + end("from", b)))).containsExactly("Stays");
        assertThat(typesIn(admin.get("/api/relations?relationTypeGroup=EDGE&" + end("from", a))))
                .containsExactly("Kept");
    }

    @Test
    void theRelationsOfADeviceOrChainGoWithIt() {
        JsonNode chain =
                admin.post("/api/ruleChain", Map.of("name", "chain")).expect(200).json().path("id");
        relate(a, "Contains", b);
        relate(c, "Manages", b);
        relate(c, "Uses", chain);

        admin.delete("/api/device/" + b.path("id").stringValue()).expect(200);
        admin.delete("/api/ruleChain/" + chain.path("id").stringValue()).expect(200);

        assertThat(typesIn(admin.get("/api/relations?" + end("from", a)))).isEmpty();
        assertThat(typesIn(admin.get("/api/relations?" + end("from", c)))).isEmpty();
    }

    @Test
    void anAdministratorMayRelateTheTenantItself() {
        JsonNode self =
                RestClient.object().put("entityType", "TENANT").put("id", tenant.toString());

        relate(self, "Contains", a);

        assertThat(typesIn(admin.get("/api/relations?" + end("to", a))))
                .containsExactly("Contains");
    }

    @Test
    void aCustomersUserRelatesAndSeesOnlyWhatIsAssignedToTheCustomer() {
        CustomerId customer = server.newCustomer(tenant);
        Map<String, String> owner = Map.of("entityType", "CUSTOMER", "id", customer.toString());
        JsonNode own = device(Map.of("name", "own", "customerId", owner));
        JsonNode other = device(Map.of("name", "other", "customerId", owner));
        relate(own, "Hidden", a);
        relate(a, "Hidden", other);
        RestClient user = server.customerUser(tenant, customer);

        user.post("/api/relation", relation(own, "Contains", other)).expect(200);

        user.post("/api/relation", relation(own, "Contains", a)).expectError(403, 20);
        user.delete(of(own, "Hidden", a)).expectError(403, 20);
        user.get(of(own, "Hidden", a)).expectError(403, 20);
        user.get("/api/relations?" + end("from", a)).expectError(403, 20);
        assertThat(typesIn(user.get("/api/relations?" + end("from", own))))
                .containsExactly("Contains");
        assertThat(typesIn(user.post("/api/relations", query(own, "FROM", 3))))
                .containsExactly("Contains");
        assertThat(typesIn(user.post("/api/relations/info", query(own, "FROM", 3))))
                .containsExactly("Contains");
    }
}
