// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CustomerDetailsNodeTest {

    private static final String ALL =
            "\"ID\",\"TITLE\",\"COUNTRY\",\"CITY\",\"STATE\",\"ZIP\",\"ADDRESS\",\"ADDRESS2\",\"PHONE\","
                    + "\"EMAIL\",\"ADDITIONAL_INFO\"";

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final CustomerId customer = stores.newCustomer();
    private final NodeDefinition<?> definition = CustomerDetailsNode.definition(stores.entities);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo("{\"detailsList\":[],\"fetchTo\":\"DATA\"}");
    }

    @Test
    void writesEachDetailUnderItsName() {
        putCustomer(
                "{\"id\":\"i\",\"title\":\"t\",\"country\":\"c\",\"city\":\"ci\",\"state\":\"s\",\"zip\":\"z\","
                        + "\"address\":\"a\",\"address2\":\"a2\",\"phone\":\"p\",\"email\":\"e\","
                        + "\"additionalInfo\":{\"description\":\"d\"}}");

        assertThat(success(ALL, "METADATA", assigned(EntityType.DEVICE)).metadata().values())
                .containsExactly(
                        Map.entry("customer_id", "i"),
                        Map.entry("customer_title", "t"),
                        Map.entry("customer_country", "c"),
                        Map.entry("customer_city", "ci"),
                        Map.entry("customer_state", "s"),
                        Map.entry("customer_zip", "z"),
                        Map.entry("customer_address", "a"),
                        Map.entry("customer_address2", "a2"),
                        Map.entry("customer_phone", "p"),
                        Map.entry("customer_email", "e"),
                        Map.entry("customer_additionalInfo", "d"));
    }

    @Test
    void writesStringsIntoThePayloadInTheOrderOfTheList() {
        putCustomer("{\"title\":\"t\",\"zip\":8000,\"phone\":[1,{\"a\":2}]}");

        assertThat(
                        success("\"ZIP\",\"PHONE\",\"TITLE\"", "DATA", assigned(EntityType.DEVICE))
                                .payload()
                                .text())
                .isEqualTo(
                        "{\"customer_zip\":\"8000\",\"customer_phone\":\"[1,{\\\"a\\\":2}]\","
                                + "\"customer_title\":\"t\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"title\":\"t\",\"city\":null}",
                "{\"title\":\"t\",\"additionalInfo\":null}",
                "{\"title\":\"t\",\"additionalInfo\":{}}",
                "{\"title\":\"t\",\"additionalInfo\":{\"description\":null}}"
            })
    void passesOverWhatTheCustomerLacks(String fields) {
        putCustomer(fields);

        assertThat(
                        success(
                                        "\"CITY\",\"TITLE\",\"ADDITIONAL_INFO\"",
                                        "DATA",
                                        assigned(EntityType.DEVICE))
                                .payload()
                                .text())
                .isEqualTo("{\"customer_title\":\"t\"}");
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"DEVICE", "ASSET", "ENTITY_VIEW", "USER", "EDGE"})
    void knowsTheCustomersOf(EntityType type) {
        putCustomer("{\"title\":\"t\"}");

        assertThat(success("\"TITLE\"", "METADATA", assigned(type)).metadata().values())
                .containsExactly(Map.entry("customer_title", "t"));
    }

    @Test
    void passesTheMessageAsItIsWhereTheOriginatorIsGone() {
        RuleMessage message = EnrichmentFixture.from(stores.newEntity(EntityType.DEVICE), "{}");

        assertThat(EnrichmentFixture.success(NodeTester.run(node("\"TITLE\"", "DATA"), message)))
                .isSameAs(message);
    }

    @Test
    void passesTheMessageAsItIsWhereTheCustomerIsGone() {
        RuleMessage message = EnrichmentFixture.from(assigned(EntityType.DEVICE), "{}");

        assertThat(EnrichmentFixture.success(NodeTester.run(node("\"TITLE\"", "DATA"), message)))
                .isSameAs(message);
    }

    @Test
    void failsForAnOriginatorThatHasNoCustomer() {
        EntityId device = stores.newEntity(EntityType.DEVICE);
        stores.put(device, "Boiler", null, "{}");

        assertThat(error(EnrichmentFixture.from(device, "{}"), "METADATA"))
                .isEqualTo("Device \"Boiler\" is not assigned to a customer");
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"CUSTOMER", "TENANT", "RULE_CHAIN", "ALARM"})
    void failsForOriginatorsOfOtherTypes(EntityType type) {
        assertThat(error(EnrichmentFixture.from(stores.newEntity(type), "{}"), "METADATA"))
                .isEqualTo("originator type not supported: " + type.normalName());
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "", "{"})
    void failsForAPayloadThatCannotTakeDetailsIn(String payload) {
        RuleMessage message = EnrichmentFixture.from(assigned(EntityType.DEVICE), payload);

        assertThat(error(message, "DATA"))
                .containsAnyOf("the payload must be a JSON object", "the payload is not JSON");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"detailsList":[],"fetchTo":"DATA"}         | detailsList:
                    {"fetchTo":"DATA"}                          | detailsList:
                    {"detailsList":["SIZE"],"fetchTo":"DATA"}   | detailsList[0]:
                    {"detailsList":["ID"]}                      | fetchTo:
                    """)
    void refusesWhatCannotWork(String configuration, String field) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(field);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"detailsList":["ID"],"addToMetadata":true}  | {"detailsList":["ID"],"fetchTo":"METADATA"}
                    {"detailsList":["ID"],"addToMetadata":false} | {"detailsList":["ID"],"fetchTo":"DATA"}
                    {"detailsList":["ID"],"fetchTo":"DATA"}      | {"detailsList":["ID"],"fetchTo":"DATA"}
                    """)
    void upgradesFromVersion0(String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, 0)).hasToString(current);
    }

    private void putCustomer(String fields) {
        stores.put(customer.entity(), "c", null, fields);
    }

    private EntityId assigned(EntityType type) {
        EntityId entity = stores.newEntity(type);
        stores.put(entity, "e", customer, "{}");
        return entity;
    }

    private RuleMessage success(String details, String fetchTo, EntityId originator) {
        return EnrichmentFixture.success(
                NodeTester.run(node(details, fetchTo), EnrichmentFixture.from(originator, "{}")));
    }

    private String error(RuleMessage message, String fetchTo) {
        return EnrichmentFixture.error(
                NodeTester.run(node("\"TITLE\"", fetchTo), message), message);
    }

    private RuleNode node(String details, String fetchTo) {
        return NodeTester.node(
                definition,
                "{\"detailsList\":[%s],\"fetchTo\":\"%s\"}".formatted(details, fetchTo));
    }
}
