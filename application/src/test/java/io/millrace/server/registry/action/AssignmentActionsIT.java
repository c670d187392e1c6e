// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The messages to the rule chains about entities that are assigned to other customers. */
class AssignmentActionsIT {

    private static final String NO_CUSTOMER = "13814000-1dd2-11b2-8080-808080808080";

    private final RestServer server = RestServer.running();
    private final JsonMapper json = server.bean(JsonMapper.class);
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final CustomerId first = server.newCustomer(tenant);
    private final CustomerId second = server.newCustomer(tenant);

    private static Map<String, String> customer(String id) {
        return Map.of("entityType", "CUSTOMER", "id", id);
    }

    private ObjectNode save(EntityType type, String name, @Nullable String id, String customer) {
        ObjectNode body = json.createObjectNode().put("name", name);
        body.set("customerId", json.valueToTree(customer(customer)));
        if (id != null) {
            body.putObject("id").put("entityType", type.name()).put("id", id);
        }
        return (ObjectNode)
                admin.post("/api/" + type.name().toLowerCase(Locale.ROOT), body).expect(200).json();
    }

    private String title(CustomerId customer) {
        return admin.get("/api/customer/%s/title".formatted(customer)).expect(200).body();
    }

    private List<RuleMessage> told(EntityType type, String id) {
        EntityId entity = new EntityId(type, UUID.fromString(id));
        return told().filter(message -> message.originator().equals(entity)).toList();
    }

    private Stream<RuleMessage> told() {
        return server.bean(SubmittedMessages.class).of(tenant).stream();
    }

    private JsonNode body(RuleMessage message) {
        return json.readTree(message.payload().text());
    }

    private static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ASSET", "DEVICE"})
    void savingAnEntityWithAnotherCustomerSendsMessagesForTheFormerAndTheNewOne(EntityType type) {
        String id = id(save(type, "A", null, first.toString()));

        JsonNode changed = save(type, "A", id, second.toString());

        List<RuleMessage> all = told(type, id);
        assertThat(all)
                .extracting(RuleMessage::type)
                .containsExactly(
                        "ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_UNASSIGNED", "ENTITY_ASSIGNED");
        List<RuleMessage> messages = all.subList(1, 4);
        assertThat(messages).allSatisfy(each -> assertThat(body(each)).isEqualTo(changed));
        assertThat(messages)
                .extracting(RuleMessage::customer)
                .containsExactly(second, first, second);
        assertThat(messages.get(1).metadata().values())
                .contains(
                        entry("customerId", first.toString()),
                        entry("unassignedCustomerId", first.toString()),
                        entry("unassignedCustomerName", title(first)));
        assertThat(messages.get(2).metadata().values())
                .contains(
                        entry("customerId", second.toString()),
                        entry("assignedCustomerId", second.toString()),
                        entry("assignedCustomerName", title(second)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ASSET", "DEVICE"})
    void savingAnEntitySendsAnAssignmentMessageOnlyIfItsCustomerChanges(EntityType type) {
        String id = id(save(type, "A", null, NO_CUSTOMER));

        save(type, "A", id, first.toString());
        save(type, "B", id, first.toString());
        save(type, "B", id, NO_CUSTOMER);

        assertThat(told(type, id))
                .extracting(RuleMessage::type)
                .containsExactly(
                        "ENTITY_CREATED",
                        "ENTITY_UPDATED",
                        "ENTITY_ASSIGNED",
                        "ENTITY_UPDATED",
                        "ENTITY_UPDATED",
                        "ENTITY_UNASSIGNED");
    }

    @Test
    void aDeviceThatIsSavedWithItsCredentialsTellsOfItsCustomerToo() {
        String id = id(save(EntityType.DEVICE, "A", null, first.toString()));
        Map<String, Object> body =
                Map.of(
                        "device",
                        Map.of(
                                "id", Map.of("entityType", "DEVICE", "id", id),
                                "name", "A",
                                "customerId", customer(second.toString())),
                        "credentials",
                        Map.of(
                                "credentialsType",
                                "ACCESS_TOKEN",
                                "credentialsId",
                                UUID.randomUUID().toString().substring(0, 20)));

        admin.post("/api/device-with-credentials", body).expect(200);

        assertThat(told(EntityType.DEVICE, id))
                .extracting(RuleMessage::type)
                .containsExactly(
                        "ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_UNASSIGNED", "ENTITY_ASSIGNED");
    }

    @Test
    void theDeletionOfACustomerSendsAMessageForEachOfItsEntities() {
        String title = title(first);
        String device = id(save(EntityType.DEVICE, "D", null, first.toString()));
        String asset = id(save(EntityType.ASSET, "A", null, first.toString()));
        JsonNode user =
                admin.post(
                                "/api/user?sendActivationMail=false",
                                Map.of(
                                        "email",
                                        UUID.randomUUID() + "@example.com",
                                        "authority",
                                        "CUSTOMER_USER",
                                        "customerId",
                                        customer(first.toString())))
                        .expect(200)
                        .json();

        admin.delete("/api/customer/" + first).expect(200);

        RuleMessage ofDevice = told(EntityType.DEVICE, device).getLast();
        assertThat(ofDevice.type()).isEqualTo("ENTITY_UNASSIGNED");
        assertThat(ofDevice.customer()).isEqualTo(first);
        assertThat(ofDevice.metadata().values())
                .contains(
                        entry("customerId", first.toString()),
                        entry("unassignedCustomerId", first.toString()),
                        entry("unassignedCustomerName", title),
                        entry("entityName", "D"));
        assertThat(body(ofDevice)).isEqualTo(admin.get("/api/device/" + device).expect(200).json());
        RuleMessage ofAsset = told(EntityType.ASSET, asset).getLast();
        assertThat(ofAsset.type()).isEqualTo("ENTITY_UNASSIGNED");
        assertThat(body(ofAsset)).isEqualTo(admin.get("/api/asset/" + asset).expect(200).json());
        RuleMessage ofUser = told(EntityType.USER, id(user)).getLast();
        assertThat(ofUser.type()).isEqualTo("ENTITY_DELETED");
        assertThat(ofUser.customer()).isEqualTo(first);
        assertThat(body(ofUser)).isEqualTo(user);
        assertThat(told().toList().getLast().type()).isEqualTo("ENTITY_DELETED");
        assertThat(told().toList().getLast().originator()).isEqualTo(first.entity());
    }

    @Test
    void aCustomerWithMoreThanOnePageLetsGoOfEverything() {
        int devices = 1_001;
        String profile = id(save(EntityType.DEVICE, "D", null, NO_CUSTOMER));
        server.bean(JdbcClient.class)
                .sql(
                        """
                        insert into device (id, created_time, tenant_id, customer_id, device_profile_id, name)
                        select gen_random_uuid(), 0, d.tenant_id, :customer, d.device_profile_id, 'D' || n
                          from device d cross join generate_series(1, :devices) n where d.id = :model
                        """)
                .param("customer", first.id())
                .param("devices", devices)
                .param("model", UUID.fromString(profile))
                .update();

        admin.delete("/api/customer/" + first).expect(200);

        assertThat(
                        told().filter(each -> each.type().equals("ENTITY_UNASSIGNED"))
                                .map(RuleMessage::originator)
                                .collect(Collectors.toSet()))
                .hasSize(devices);
        assertThat(told().toList().getLast().originator()).isEqualTo(first.entity());
        admin.get("/api/customer/" + first).expect(404);
    }
}
