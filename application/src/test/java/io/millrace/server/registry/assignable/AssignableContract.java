// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.tenantprofile.ProfileAdministration;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The REST contract of every kind of assignable entities. Each kind extends it and adds tests of its own routes. */
public abstract class AssignableContract {

    protected final RestServer server = RestServer.running();
    protected final TenantId tenant = server.newTenant();
    protected final RestClient admin = server.tenantAdministrator(tenant);
    protected final CustomerId customer = server.newCustomer(tenant);

    private final EntityType type;
    private final String table;
    private final String noun;
    private final String path;

    /** A kind whose type is one word; its routes and properties follow from it. */
    protected AssignableContract(EntityType type) {
        this.type = type;
        this.table = type.name().toLowerCase(Locale.ROOT);
        this.noun = type.normalName();
        this.path = "/api/" + table;
    }

    /** The properties that other kinds do not have. */
    protected abstract List<String> ownProperties();

    /** The article of the kind's name in a sentence. */
    protected abstract String article();

    protected final ObjectNode create(String name) {
        return save(Map.of("name", name));
    }

    protected final ObjectNode create(String name, String ofType) {
        return save(Map.of("name", name, "type", ofType));
    }

    protected final ObjectNode save(Object body) {
        return (ObjectNode) admin.post(path, body).expect(200).json();
    }

    protected final RestClient.Answer read(JsonNode entity) {
        return admin.get(pathOf(entity));
    }

    protected final JsonNode assign(JsonNode entity, CustomerId to) {
        return assigning(admin, to.toString(), id(entity)).expect(200).json();
    }

    protected static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    private String pathOf(JsonNode entity) {
        return path + "/" + id(entity);
    }

    private JsonNode profileOf(JsonNode entity) {
        return entity.path(table + "ProfileId");
    }

    private RestClient.Answer assigning(RestClient caller, String to, String id) {
        return caller.send("POST", "/api/customer/%s/%s/%s".formatted(to, table, id), null);
    }

    private String unassigning(JsonNode entity) {
        return "/api/customer/%s/%s".formatted(table, id(entity));
    }

    private String listOf(CustomerId of) {
        return "/api/customer/%s/%ss?pageSize=10&page=0".formatted(of, table);
    }

    private String list(String query) {
        return "/api/tenant/%ss?%s".formatted(table, query);
    }

    private List<String> names(String query) {
        return names(admin, list(query));
    }

    private static List<String> names(RestClient caller, String list) {
        JsonNode page = caller.get(list).expect(200).json();
        return page.path("data").valueStream().map(e -> e.path("name").stringValue()).toList();
    }

    private static void putCustomer(ObjectNode body, CustomerId to) {
        body.putObject("customerId").put("entityType", "CUSTOMER").put("id", to.toString());
    }

    private Stream<JsonNode> some(RestClient caller, Object... ids) {
        String list = Stream.of(ids).map(String::valueOf).collect(Collectors.joining(","));
        return caller.get("/api/%1$ss?%1$sIds=%2$s".formatted(table, list))
                .expect(200)
                .json()
                .valueStream();
    }

    @Test
    void findsEntitiesByTheirIds() {
        JsonNode first = create("Hall 1");
        JsonNode second = create("Hall 2");
        create("Hall 3");

        assertThat(some(admin, id(second), id(first), UUID.randomUUID()))
                .containsExactly(first, second);
    }

    @Test
    void aCustomerUserFindsOnlyAssignedEntitiesByTheirIds() {
        JsonNode other = create("other");
        JsonNode own = assign(create("own"), customer);

        assertThat(some(server.customerUser(tenant, customer), id(own), id(other)))
                .containsExactly(own);
    }

    @Test
    void anEntityHasExactlyTheShapeThatClientsKnow() {
        JsonNode entity =
                save(
                        """
                        {"name":"A","label":"first","additionalInfo":{"floors":2},"unknown":1}
                        """);

        assertThat(entity.propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(
                                        Stream.of(
                                                "id",
                                                "createdTime",
                                                "tenantId",
                                                "customerId",
                                                "name",
                                                "type",
                                                "label",
                                                table + "ProfileId",
                                                "externalId",
                                                "version",
                                                "additionalInfo"),
                                        ownProperties().stream())
                                .toList());
        assertThat(entity.at("/id/entityType").stringValue()).isEqualTo(type.name());
        assertThat(entity.at("/tenantId/entityType").stringValue()).isEqualTo("TENANT");
        assertThat(entity.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(entity.at("/customerId/entityType").stringValue()).isEqualTo("CUSTOMER");
        assertThat(entity.at("/customerId/id").stringValue())
                .isEqualTo("13814000-1dd2-11b2-8080-808080808080");
        assertThat(profileOf(entity).path("entityType").stringValue()).isEqualTo(type + "_PROFILE");
        assertThat(entity.path("createdTime").longValue()).isPositive();
        assertThat(entity.path("type").stringValue()).isEqualTo("default");
        assertThat(entity.path("label").stringValue()).isEqualTo("first");
        assertThat(entity.path("externalId").isNull()).isTrue();
        assertThat(entity.path("version").longValue()).isEqualTo(1);
        assertThat(entity.at("/additionalInfo/floors").intValue()).isEqualTo(2);
        assertThat(read(entity).expect(200).json()).isEqualTo(entity);
    }

    @Test
    void addsTheProfileThatATypeNamesIfItIsMissing() {
        JsonNode first = create("A", "hall");
        JsonNode second = create("B", "hall");

        assertThat(first.path("type").stringValue()).isEqualTo("hall");
        assertThat(profileOf(second)).isEqualTo(profileOf(first));
        String profile = profileOf(first).path("id").stringValue();
        assertThat(admin.get("/api/%sProfile/%s".formatted(table, profile)).text("/name"))
                .isEqualTo("hall");
    }

    @Test
    void aProfileCountsMoreThanAType() {
        JsonNode hall = create("A", "hall");

        JsonNode entity =
                save(Map.of("name", "B", "type", "ignored", table + "ProfileId", profileOf(hall)));

        assertThat(entity.path("type").stringValue()).isEqualTo("hall");
        assertThat(
                        admin.get("/api/%sProfiles?pageSize=10&page=0".formatted(table))
                                .text("/totalElements"))
                .isEqualTo("2");
    }

    @Test
    void aNameIsUniqueInItsTenantAndFreeInOthers() {
        create("A");
        ObjectNode other = create("B");

        assertThat(admin.post(path, Map.of("name", "A")).expectError(400, 31).text("/message"))
                .isEqualTo("name: %s %s 'A' exists already".formatted(article(), table));
        admin.post(path, other.put("name", "A")).expectError(400, 31);
        server.newTenantAdministrator().post(path, Map.of("name", "A")).expect(200);
    }

    @Test
    void refusesInvalidNamesLabelsAndInfos() {
        for (String body :
                List.of(
                        "{}",
                        "{\"label\":\"A\"}",
                        "{\"name\":\" \"}",
                        "{\"name\":\"<script>alert(1)</script>\"}",
                        "{\"name\":\"a\\u0000b\"}",
                        "{\"name\":\"" + "x".repeat(256) + "\"}",
                        "{\"name\":\"A\",\"label\":\"<img src=x>\"}",
                        "{\"name\":\"A\",\"additionalInfo\":{\"k\":\"a\\u0000b\"}}")) {
            admin.post(path, body).expectError(400, 31);
        }
        assertThat(names("pageSize=10&page=0")).isEmpty();
        create("5 < 6");
        create("x".repeat(255));
    }

    @Test
    void refusesAProfileOrACustomerThatTheTenantDoesNotHave() {
        CustomerId foreign = server.newCustomer(server.newTenant());
        String profile =
                server.newTenantAdministrator()
                        .get("/api/%sProfileInfo/default".formatted(table))
                        .text("/id/id");
        String ofProfile = "{\"name\":\"A\",\"%sProfileId\":{\"entityType\":\"%s\",\"id\":\"%s\"}}";

        admin.post(path, ofProfile.formatted(table, "TENANT_PROFILE", profile))
                .expectError(400, 31);
        admin.post(path, ofProfile.formatted(table, type + "_PROFILE", profile))
                .expectError(404, 32);
        ObjectNode ofCustomer = RestClient.object().put("name", "A");
        putCustomer(ofCustomer, foreign);
        assertThat(admin.post(path, ofCustomer).expectError(400, 31).text("/message"))
                .isEqualTo("customerId: the tenant has no such customer");
        assertThat(names("pageSize=10&page=0")).isEmpty();
    }

    @Test
    void aChangeReplacesWhatTheCallerSendsAndCountsTheVersion() {
        ObjectNode entity = create("A", "hall");
        entity.put("name", "B").put("label", "renamed").put("type", "");
        entity.remove(table + "ProfileId");

        JsonNode changed = save(entity);

        assertThat(changed.path("id")).isEqualTo(entity.path("id"));
        assertThat(changed.path("createdTime")).isEqualTo(entity.path("createdTime"));
        assertThat(changed.path("name").stringValue()).isEqualTo("B");
        assertThat(changed.path("label").stringValue()).isEqualTo("renamed");
        assertThat(changed.path("type").stringValue()).isEqualTo("hall");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        assertThat(read(entity).expect(200).json()).isEqualTo(changed);
        entity.putObject("id").put("entityType", type.name()).put("id", "" + UUID.randomUUID());
        admin.post(path, entity).expectError(404, 32);
    }

    @Test
    void aChangeOfAnOlderVersionIsAConflict() {
        ObjectNode entity = create("A");
        save(entity);

        assertThat(admin.post(path, entity).expectError(409, 35).text("/message"))
                .isEqualTo(
                        "%s %s was changed by another request; load it again"
                                .formatted(noun, id(entity)));
        entity.remove("version");
        assertThat(save(entity).path("version").longValue()).isEqualTo(3);
    }

    @Test
    void aDeletedEntityIsGone() {
        JsonNode entity = create("A");

        assertThat(admin.delete(pathOf(entity)).expect(200).body()).isEmpty();

        assertThat(read(entity).expectError(404, 32).text("/message"))
                .isEqualTo("%s with id [%s] is not found".formatted(noun, id(entity)));
        admin.get(path + "/info/" + id(entity)).expectError(404, 32);
        admin.delete(pathOf(entity)).expectError(404, 32);
        create("A");
    }

    @Test
    void findsAnEntityByItsExactName() {
        JsonNode entity = create("My pump");
        String query = table + "Name=";

        assertThat(admin.get(list(query + "My%20pump")).expect(200).json()).isEqualTo(entity);
        assertThat(admin.get(list(query + "my%20pump")).expectError(404, 32).text("/message"))
                .isEqualTo("%s with name 'my pump' is not found".formatted(noun));
    }

    @Test
    void listsEntitiesByPages() {
        IntStream.range(0, 5).forEach(i -> create("entity " + i));

        JsonNode first =
                admin.get(list("pageSize=2&page=0&sortProperty=name&sortOrder=DESC"))
                        .expect(200)
                        .json();

        assertThat(first.path("totalPages").intValue()).isEqualTo(3);
        assertThat(first.path("totalElements").intValue()).isEqualTo(5);
        assertThat(first.path("hasNext").booleanValue()).isTrue();
        assertThat(names("pageSize=2&page=0&sortProperty=name&sortOrder=DESC"))
                .containsExactly("entity 4", "entity 3");
        assertThat(names("pageSize=2&page=2&sortProperty=name&sortOrder=DESC"))
                .containsExactly("entity 0");
        assertThat(names("pageSize=2&page=7")).isEmpty();
        assertThat(names("pageSize=10&page=0"))
                .as("in the order of creation")
                .containsExactly("entity 0", "entity 1", "entity 2", "entity 3", "entity 4");
    }

    @Test
    void sortsByEveryPropertyThatClientsAskFor() {
        assign(create("A", "yard"), customer);
        create("B", "hall");

        for (String property : List.of("createdTime", "name", "label", "customerTitle")) {
            assertThat(names("pageSize=10&page=0&sortProperty=" + property))
                    .as(property)
                    .containsExactly("A", "B");
        }
        for (String property : List.of("type", table + "ProfileName")) {
            assertThat(names("pageSize=10&page=0&sortProperty=" + property))
                    .as(property)
                    .containsExactly("B", "A");
        }
    }

    @Test
    void searchesForTextInAnyCaseAndTakesWildcardsLiterally() {
        create("Pump 100%");
        create("pump 100");
        create("fan_1");
        create("fanX1", "water");
        save(Map.of("name", "other", "label", "Wet"));

        assertThat(names("pageSize=10&page=0&textSearch=PUMP"))
                .containsExactly("Pump 100%", "pump 100");
        assertThat(names("pageSize=10&page=0&textSearch=100%25")).containsExactly("Pump 100%");
        assertThat(names("pageSize=10&page=0&textSearch=fan_1")).containsExactly("fan_1");
        assertThat(names("pageSize=10&page=0&textSearch=WATER")).containsExactly("fanX1");
        assertThat(names("pageSize=10&page=0&textSearch=wet")).containsExactly("other");
    }

    @Test
    void filtersByType() {
        create("A");
        create("B", "pump");

        assertThat(names("pageSize=10&page=0&type=pump")).containsExactly("B");
        assertThat(names("pageSize=10&page=0&type=")).containsExactly("A", "B");
    }

    @Test
    void saysWhichParameterOfAPageIsWrong() {
        for (String query :
                List.of(
                        "page=0",
                        "pageSize=10",
                        "pageSize=0&page=0",
                        "pageSize=x&page=0",
                        "pageSize=10&page=-1",
                        "pageSize=10&page=0&sortOrder=UP",
                        "pageSize=10&page=0&sortProperty=name;drop",
                        "pageSize=10000000&page=0")) {
            admin.get(list(query)).expectError(400, 31);
        }
        assertThat(admin.get(list("pageSize=0&page=0")).text("/message")).startsWith("pageSize: ");
    }

    @Test
    void anInfoHasTheNamesOfCustomerAndProfile() {
        JsonNode entity = assign(create("A", "hall"), customer);
        create("B");

        JsonNode info = admin.get(path + "/info/" + id(entity)).expect(200).json();

        assertThat(info.path("id")).isEqualTo(entity.path("id"));
        assertThat(info.path("name").stringValue()).isEqualTo("A");
        assertThat(info.path("customerTitle").stringValue()).startsWith("Customer");
        assertThat(info.path("customerIsPublic").booleanValue()).isFalse();
        assertThat(info.path(table + "ProfileName").stringValue()).isEqualTo("hall");
        String infos = "/api/tenant/%sInfos?pageSize=10&page=0".formatted(table);
        String profile = profileOf(entity).path("id").stringValue();
        for (String filter : List.of("&type=hall", "&%sProfileId=%s".formatted(table, profile))) {
            JsonNode page = admin.get(infos + filter).expect(200).json();
            assertThat(page.path("data").valueStream()).containsExactly(info);
        }
        assertThat(admin.get(infos).expect(200).text("/totalElements")).isEqualTo("2");
    }

    @Test
    void anAssignedEntityBelongsToItsCustomerUntilItIsTakenAway() {
        RestClient user = server.customerUser(tenant, customer);
        JsonNode entity = create("A");
        user.get(pathOf(entity)).expectError(403, 20);

        JsonNode assigned = assign(entity, customer);

        assertThat(assigned.at("/customerId/id").stringValue()).isEqualTo(customer.toString());
        assertThat(assigned.path("version").longValue()).isEqualTo(2);
        assertThat(user.get(pathOf(entity)).expect(200).json()).isEqualTo(assigned);
        assertThat(admin.delete(unassigning(entity)).expect(200).text("/customerId/id"))
                .isEqualTo(IdJson.NO_CUSTOMER.toString());
        user.get(pathOf(entity)).expectError(403, 20);
        assertThat(admin.delete(unassigning(entity)).expectError(400, 31).text("/message"))
                .isEqualTo("The %s is not assigned to any customer".formatted(table));
    }

    @Test
    void assigningChangesNothingElse() {
        JsonNode entity =
                save(
                        """
                        {"name":"A","type":"pump","label":"L","additionalInfo":{"k":1}}
                        """);

        ObjectNode assigned = (ObjectNode) assign(entity, customer);

        assigned.set("customerId", entity.path("customerId"));
        assertThat(assigned.put("version", 1)).isEqualTo(entity);
    }

    @Test
    void assigningToAnotherCustomerMovesTheEntity() {
        CustomerId other = server.newCustomer(tenant);
        JsonNode entity = assign(create("A"), customer);

        assign(entity, other);

        assertThat(names(admin, listOf(customer))).isEmpty();
        assertThat(names(admin, listOf(other))).containsExactly("A");
        server.customerUser(tenant, customer).get(pathOf(entity)).expectError(403, 20);
    }

    @Test
    void listsTheEntitiesOfACustomerByTypeAndProfile() {
        CustomerId other = server.newCustomer(tenant);
        JsonNode pump = assign(create("A", "pump"), customer);
        assign(create("B", "fan"), customer);
        assign(create("C", "pump"), other);
        create("D", "pump");
        RestClient user = server.customerUser(tenant, customer);

        assertThat(names(admin, listOf(customer))).containsExactly("A", "B");
        assertThat(names(user, listOf(customer))).containsExactly("A", "B");
        assertThat(names(user, listOf(customer) + "&type=pump")).containsExactly("A");
        String infos = "/api/customer/%s/%sInfos?pageSize=10&page=0".formatted(customer, table);
        String profile = profileOf(pump).path("id").stringValue();
        for (String filter : List.of("&type=pump", "&%sProfileId=%s".formatted(table, profile))) {
            JsonNode page = user.get(infos + filter).expect(200).json();
            assertThat(page.path("totalElements").intValue()).isEqualTo(1);
            assertThat(page.at("/data/0/" + table + "ProfileName").stringValue()).isEqualTo("pump");
            assertThat(page.at("/data/0/customerTitle").stringValue()).startsWith("Customer");
        }
        user.get(listOf(other)).expectError(403, 20);
        admin.get("/api/customer/%s/%ss?page=0".formatted(customer, table)).expectError(400, 31);
    }

    @Test
    void refusesToAssignWhatDoesNotExist() {
        JsonNode entity = create("A");
        CustomerId foreign = server.newCustomer(server.newTenant());
        String nothing = UUID.randomUUID().toString();

        assigning(admin, foreign.toString(), id(entity)).expectError(404, 32);
        assigning(admin, nothing, id(entity)).expectError(404, 32);
        assigning(admin, customer.toString(), nothing).expectError(404, 32);
        assigning(admin, customer.toString(), "A").expectError(404, 32);
        admin.delete("/api/customer/%s/%s".formatted(table, nothing)).expectError(404, 32);
        assigning(admin, "public", id(entity)).expectError(404, 32);
    }

    @Test
    void aCustomerUserChangesWhatIsAssignedAndNothingElse() {
        RestClient user = server.customerUser(tenant, customer);
        JsonNode other = create("other");
        ObjectNode own = (ObjectNode) assign(create("own"), customer);

        user.get(pathOf(own)).expect(200);
        user.get(pathOf(other)).expectError(403, 20);
        user.post(path, own.put("label", "mine")).expect(200);
        own.remove("version");
        putCustomer(own, IdJson.NO_CUSTOMER);
        assertThat(user.post(path, own).expectError(403, 20).text("/message"))
                .isEqualTo("Only an administrator of the tenant may assign %ss".formatted(table));
        user.post(path, other).expectError(403, 20);
        assertThat(user.post(path, Map.of("name", "new")).expectError(403, 20).text("/message"))
                .isEqualTo("Only an administrator of the tenant may make %ss".formatted(table));
        user.delete(pathOf(own)).expectError(403, 20);
        user.delete(unassigning(own)).expectError(403, 20);
        assigning(user, customer.toString(), id(other)).expectError(403, 20);
        user.get(list("pageSize=10&page=0")).expectError(403, 20);
    }

    @Test
    void theEntitiesOfADeletedCustomerStay() {
        JsonNode mill = admin.post("/api/customer", Map.of("title", "Mill")).expect(200).json();
        JsonNode entity = assign(create("A"), CustomerId.of(id(mill)));

        admin.delete("/api/customer/" + id(mill)).expect(200);

        JsonNode left = read(entity).expect(200).json();
        assertThat(left.at("/customerId/id").stringValue())
                .isEqualTo(IdJson.NO_CUSTOMER.toString());
        assertThat(left.path("version").longValue()).isEqualTo(3);
    }

    @Test
    void aTenantMayHaveAsManyEntitiesAsItsProfileSays() {
        ProfileAdministration profiles = new ProfileAdministration(server.systemAdministrator());
        String limit = "max%ss".formatted(noun);
        JsonNode profile =
                profiles.create(
                        "Profile " + UUID.randomUUID(),
                        "{\"configuration\":{\"%s\":1}}".formatted(limit));
        RestClient limited =
                server.tenantAdministrator(TenantId.of(id(profiles.newTenant(profile))));
        limited.post(path, Map.of("name", "A")).expect(200);

        assertThat(limited.post(path, Map.of("name", "B")).expectError(400, 31).text("/message"))
                .contains(limit, "1 %ss".formatted(table));
    }

    @Test
    void theSchemaKeepsAnEntityFromTheProfileOfAnotherTenant() {
        JsonNode entity = create("A");
        JsonNode foreign =
                server.newTenantAdministrator()
                        .get("/api/%sProfileInfo/default".formatted(table))
                        .json();

        assertThatThrownBy(() ->
                        server.bean(JdbcClient.class)
                                .sql(
                                        "update %1$s set %1$s_profile_id = ? where id = ?"
                                                .formatted(table))
                                .params(UUID.fromString(id(foreign)), UUID.fromString(id(entity)))
                                .update())
                .hasMessageContaining(table + "_profile_fkey");
    }
}
