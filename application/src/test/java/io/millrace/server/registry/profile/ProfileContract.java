// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The REST contract of every kind of profiles. Each kind extends it and adds tests of its own routes. */
public abstract class ProfileContract {

    protected final RestServer server = RestServer.running();
    protected final TenantId tenant = server.newTenant();
    protected final RestClient admin = server.tenantAdministrator(tenant);

    private final EntityType ofType;
    private final String entity;
    private final String noun;
    private final String path;

    /** The profiles of entities of a type, which is one word; routes and properties follow from it. */
    protected ProfileContract(EntityType ofType) {
        this.ofType = ofType;
        this.entity = ofType.name().toLowerCase(Locale.ROOT);
        this.noun = entity + " profile";
        this.path = "/api/%sProfile".formatted(entity);
    }

    /** The properties that other kinds do not have. */
    protected abstract List<String> ownProperties();

    /** The properties of the short form that those of other kinds do not have. */
    protected abstract List<String> ownInfoProperties();

    protected final ObjectNode create(String name) {
        return save(Map.of("name", name));
    }

    protected final ObjectNode save(Object body) {
        return (ObjectNode) admin.post(path, body).expect(200).json();
    }

    protected final RestClient.Answer get(String more) {
        return admin.get(path + more);
    }

    protected static String id(JsonNode profile) {
        return profile.at("/id/id").stringValue();
    }

    private String pathOf(JsonNode profile) {
        return path + "/" + id(profile);
    }

    private String newEntity(String name, String type) {
        return admin.post("/api/" + entity, Map.of("name", name, "type", type))
                .expect(200)
                .text("/id/id");
    }

    private RestClient.Answer makeDefault(RestClient caller, JsonNode profile) {
        return caller.send("POST", pathOf(profile) + "/default", null);
    }

    private static String ruleChainOf(RestClient admin) {
        return admin.get("/api/ruleChains?pageSize=1&page=0").expect(200).text("/data/0/id/id");
    }

    private static void refer(ObjectNode profile, String chain) {
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
    }

    private String refusal(Object body) {
        return admin.post(path, body).expectError(400, 31).text("/message");
    }

    private List<String> names(String query) {
        JsonNode names = get("/names" + query).expect(200).json();
        return names.valueStream().map(each -> each.path("name").stringValue()).toList();
    }

    @Test
    void aTenantHasADefaultProfileFromTheStart() {
        JsonNode info = get("Info/default").expect(200).json();

        assertThat(info.propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(
                                        Stream.of(
                                                "id",
                                                "name",
                                                "image",
                                                "defaultDashboardId",
                                                "tenantId"),
                                        ownInfoProperties().stream())
                                .toList());
        assertThat(info.path("name").stringValue()).isEqualTo("default");
        assertThat(get("Info/" + id(info)).expect(200).json()).isEqualTo(info);
        assertThat(get("/" + id(info)).expect(200).json().path("default").booleanValue()).isTrue();
    }

    @Test
    void aProfileHasExactlyTheShapeThatClientsKnow() {
        JsonNode profile = save("{\"name\":\"hall\",\"description\":\"D\",\"unknown\":1}");

        assertThat(profile.propertyNames())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(
                                        Stream.of(
                                                "id",
                                                "createdTime",
                                                "tenantId",
                                                "name",
                                                "description",
                                                "image",
                                                "default",
                                                "defaultRuleChainId",
                                                "defaultDashboardId",
                                                "defaultQueueName",
                                                "defaultEdgeRuleChainId",
                                                "externalId",
                                                "version"),
                                        ownProperties().stream())
                                .toList());
        assertThat(profile.at("/id/entityType").stringValue()).isEqualTo(ofType + "_PROFILE");
        assertThat(profile.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(profile.path("description").stringValue()).isEqualTo("D");
        assertThat(profile.path("default").booleanValue()).isFalse();
        assertThat(profile.path("version").longValue()).isEqualTo(1);
        assertThat(get("/" + id(profile)).expect(200).json()).isEqualTo(profile);
    }

    @Test
    void aChangeReplacesWhatTheCallerSendsAndRenamesTheTypeOfItsEntities() {
        ObjectNode profile = create("hall");
        String user = newEntity("A", "hall");
        String chain = ruleChainOf(admin);
        profile.put("name", "big hall").put("defaultQueueName", "HighPriority");
        refer(profile, chain);

        JsonNode changed = save(profile);

        assertThat(changed.at("/defaultRuleChainId/id").stringValue()).isEqualTo(chain);
        assertThat(changed.path("defaultQueueName").stringValue()).isEqualTo("HighPriority");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        assertThat(admin.get("/api/%s/%s".formatted(entity, user)).text("/type"))
                .isEqualTo("big hall");
        assertThat(admin.post(path, profile).expectError(409, 35).text("/message"))
                .endsWith(
                        "%s profile %s was changed by another request; load it again"
                                .formatted(ofType.normalName(), id(profile)));
    }

    @Test
    void anEmptyQueueNameCountsAsNone() {
        JsonNode profile = save(Map.of("name", "hall", "defaultQueueName", ""));

        assertThat(profile.path("defaultQueueName").isNull()).isTrue();
    }

    @Test
    void refusesAQueueThatTheTenantDoesNotHave() {
        ObjectNode profile = create("hall");

        assertThat(refusal(profile.put("defaultQueueName", "Nowhere")))
                .isEqualTo(
                        "%s profile is referencing to non-existent queue!"
                                .formatted(ofType.normalName()));
    }

    @Test
    void refusesARuleChainThatTheTenantDoesNotHave() {
        ObjectNode profile = create("hall");
        String foreign = ruleChainOf(server.newTenantAdministrator());
        for (String chain : List.of(foreign, UUID.randomUUID().toString())) {
            refer(profile, chain);

            assertThat(refusal(profile))
                    .isEqualTo("defaultRuleChainId: the tenant has no such rule chain");
        }
    }

    @Test
    void aNameIsUniqueInItsTenantAndFreeInOthers() {
        ObjectNode profile = create("hall");

        assertThat(refusal(Map.of("name", "hall"))).endsWith(noun + " 'hall' exists already");
        assertThat(refusal(profile.put("name", "default")))
                .startsWith("name: ")
                .endsWith(noun + " 'default' exists already");
        refusal(Map.of("description", "nameless"));
        server.newTenantAdministrator().post(path, Map.of("name", "hall")).expect(200);
    }

    @Test
    void anotherProfileCanBeTheDefault() {
        JsonNode former = get("Info/default").expect(200).json();
        JsonNode profile = create("hall");

        JsonNode made = makeDefault(admin, profile).expect(200).json();

        assertThat(made.path("default").booleanValue()).isTrue();
        assertThat(get("Info/default").text("/name")).isEqualTo("hall");
        assertThat(get("/" + id(former)).text("/default")).isEqualTo("false");
        assertThat(admin.post("/api/" + entity, Map.of("name", "A")).text("/type"))
                .isEqualTo("hall");
    }

    @Test
    void makingTheDefaultProfileTheDefaultAgainChangesNothing() {
        JsonNode profile = get("/" + id(get("Info/default").json())).expect(200).json();

        assertThat(makeDefault(admin, profile).expect(200).json()).isEqualTo(profile);
    }

    @Test
    void aProfileThatIsDefaultOrInUseCannotBeDeleted() {
        JsonNode profile = create("hall");
        String user = newEntity("A", "hall");
        JsonNode defaultOne = get("Info/default").json();

        assertThat(admin.delete(pathOf(defaultOne)).expectError(400, 31).text("/message"))
                .isEqualTo(
                        "The default %s cannot be deleted; make another one the default first"
                                .formatted(noun));
        assertThat(admin.delete(pathOf(profile)).expectError(400, 31).text("/message"))
                .isEqualTo(
                        "%ss use the %s; it cannot be deleted"
                                .formatted(ofType.normalName(), noun));
        admin.delete("/api/%s/%s".formatted(entity, user)).expect(200);
        assertThat(admin.delete(pathOf(profile)).expect(200).body()).isEmpty();
        get("/" + id(profile)).expectError(404, 32);
    }

    @Test
    void aRuleChainThatAProfileNamesCannotBeDeleted() {
        String chain = admin.post("/api/ruleChain", Map.of("name", "C")).text("/id/id");
        save(Map.of("name", "hall", "defaultRuleChainId", Map.of("id", chain)));

        assertThat(admin.delete("/api/ruleChain/" + chain).expectError(400, 31).text("/message"))
                .isEqualTo("%s profiles use the rule chain: hall".formatted(ofType.normalName()));
    }

    @Test
    void listsProfiles() {
        create("hall");
        create("yard");

        for (String list : List.of("s", "Infos")) {
            JsonNode page = get(list + "?pageSize=10&page=0&textSearch=HA").expect(200).json();
            assertThat(page.path("totalElements").intValue()).isEqualTo(1);
            assertThat(page.at("/data/0/name").stringValue()).isEqualTo("hall");
        }
        for (String property : List.of("createdTime", "name", "description", "isDefault")) {
            get("s?pageSize=10&page=0&sortProperty=" + property).expect(200);
        }
    }

    @Test
    void listsTheNamesOfProfiles() {
        create("yard");
        create("hall");
        newEntity("A", "yard");

        assertThat(names("")).containsExactly("default", "hall", "yard");
        assertThat(names("?activeOnly=true")).containsExactly("yard");
        assertThat(get("/names").text("/0/id/entityType")).isEqualTo(ofType + "_PROFILE");
    }

    @Test
    void aCustomerUserReadsProfilesAndChangesNone() {
        RestClient user = server.customerUser(tenant, server.newCustomer(tenant));
        JsonNode profile = create("hall");

        user.get(pathOf(profile)).expect(200);
        user.get(path + "Info/" + id(profile)).expect(200);
        user.get(path + "Info/default").expect(200);
        user.get(path + "Infos?pageSize=10&page=0").expect(200);
        user.get(path + "/names").expect(200);
        user.get(path + "s?pageSize=10&page=0").expectError(403, 20);
        user.post(path, profile).expectError(403, 20);
        user.delete(pathOf(profile)).expectError(403, 20);
        makeDefault(user, profile).expectError(403, 20);
    }
}
