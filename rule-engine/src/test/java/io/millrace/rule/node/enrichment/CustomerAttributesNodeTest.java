// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static io.millrace.rule.node.NodeTester.TS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CustomerAttributesNodeTest {

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final CustomerId customer = stores.newCustomer();
    private final NodeDefinition<?> definition =
            CustomerAttributesNode.definition(
                    stores.entities, stores.attributes, stores.timeseries);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo(
                        "{\"dataMapping\":{\"alarmThreshold\":\"threshold\"},"
                                + "\"dataToFetch\":\"ATTRIBUTES\",\"fetchTo\":\"METADATA\"}");
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"USER", "ASSET", "DEVICE"})
    void readsServerAttributesOfTheOriginatorsCustomer(EntityType type) {
        stores.attribute(customer.entity(), SERVER_SCOPE, "limit", new DoubleValue(80));
        stores.attribute(customer.entity(), SHARED_SCOPE, "shared", new LongValue(1));
        RuleMessage message = EnrichmentFixture.from(assigned(type), "no JSON", "old", "o");
        RuleNode node = node("ATTRIBUTES", "METADATA", "\"limit\":\"max\",\"shared\":\"s\"");

        RuleMessage enriched = success(node, message);

        assertThat(enriched.metadata().values())
                .containsExactly(Map.entry("old", "o"), Map.entry("max", "80.0"));
        assertThat(enriched.payload()).isSameAs(message.payload());
        assertThat(enriched.originator()).isEqualTo(message.originator());
    }

    @Test
    void aCustomerIsItsOwn() {
        stores.attribute(customer.entity(), SERVER_SCOPE, "limit", new LongValue(80));
        RuleMessage message = EnrichmentFixture.from(customer.entity(), "{}");

        assertThat(
                        success(node("ATTRIBUTES", "METADATA", "\"limit\":\"max\""), message)
                                .metadata()
                                .values())
                .containsExactly(Map.entry("max", "80"));
    }

    @Test
    void writesTypedMembersIntoThePayload() {
        stores.attribute(customer.entity(), SERVER_SCOPE, "a", new JsonValue("{\"b\":[1]}"));
        stores.attribute(customer.entity(), SERVER_SCOPE, "c", new LongValue(5));
        RuleNode node = node("ATTRIBUTES", "DATA", "\"a\":\"x\",\"none\":\"y\",\"c\":\"t\"");

        assertThat(success(node, EnrichmentFixture.from(device(), "{\"t\": 1}")).payload().text())
                .isEqualTo("{\"t\":5,\"x\":{\"b\":[1]}}");
    }

    @Test
    void leavesTheMessageAsItIsWhereAllAttributesAreAbsent() {
        RuleMessage message = EnrichmentFixture.from(device(), "{}");

        assertThat(success(node("ATTRIBUTES", "DATA", "\"none\":\"x\""), message))
                .isSameAs(message);
    }

    @Test
    void readsLatestTelemetry() {
        stores.telemetry(customer.entity(), TS, "t", new LongValue(3));
        RuleNode node = node("LATEST_TELEMETRY", "METADATA", "\"t\":\"x\",\"none\":\"y\"");

        assertThat(success(node, EnrichmentFixture.from(device(), "")).metadata().values())
                .containsExactly(Map.entry("x", "3"));
    }

    @Test
    void writesNullIntoThePayloadForTelemetryThatIsAbsent() {
        stores.telemetry(customer.entity(), TS, "t", new LongValue(3));
        RuleNode node = node("LATEST_TELEMETRY", "DATA", "\"none\":\"y\",\"t\":\"x\"");

        assertThat(success(node, EnrichmentFixture.from(device(), "{}")).payload().text())
                .isEqualTo("{\"y\":null,\"x\":3}");
    }

    @Test
    void resolvesTemplatesInKeysAndNames() {
        stores.attribute(customer.entity(), SERVER_SCOPE, "limit_t", new LongValue(80));
        RuleNode node = node("ATTRIBUTES", "METADATA", "\"limit_${key}\":\"max_$[name]\"");
        RuleMessage message = EnrichmentFixture.from(device(), "{\"name\":\"oven\"}", "key", "t");

        assertThat(success(node, message).metadata().get("max_oven")).isEqualTo("80");
    }

    @Test
    void failsForAnOriginatorThatHasNoCustomer() {
        EntityId device = stores.newEntity(EntityType.DEVICE);
        stores.put(device, "d", null, "{}");

        assertThat(errorFor(device)).isEqualTo("there is no customer of Device " + device.id());
    }

    @Test
    void failsForAnOriginatorThatDoesNotExist() {
        EntityId asset = stores.newEntity(EntityType.ASSET);

        assertThat(errorFor(asset)).isEqualTo("there is no customer of Asset " + asset.id());
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"TENANT", "RULE_CHAIN", "ENTITY_VIEW", "ALARM", "EDGE"})
    void failsForOriginatorsOfOtherTypes(EntityType type) {
        assertThat(errorFor(stores.newEntity(type))).startsWith("the originator must be ");
    }

    @Test
    void failsWhereALookUpFails() {
        stores.attributes.failWith(new StoreException("refused"));

        assertThat(errorFor(customer.entity())).isEqualTo("refused");
    }

    @Test
    void failsForAPayloadThatCannotTakeValuesInBeforeItLooksUpAnything() {
        RuleMessage message = EnrichmentFixture.from(stores.newEntity(EntityType.DEVICE), "[]");

        assertThat(
                        EnrichmentFixture.error(
                                NodeTester.run(node("ATTRIBUTES", "DATA", "\"a\":\"b\""), message),
                                message))
                .contains("JSON object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"dataMapping":{},"dataToFetch":"ATTRIBUTES","fetchTo":"DATA"}            | dataMapping:
                    {"dataToFetch":"ATTRIBUTES","fetchTo":"DATA"}                             | dataMapping:
                    {"dataMapping":{"a":"b"},"fetchTo":"DATA"}                                | dataToFetch:
                    {"dataMapping":{"a":"b"},"dataToFetch":"FIELDS","fetchTo":"DATA"}         | dataToFetch:
                    {"dataMapping":{"a":"b"},"dataToFetch":"ATTRIBUTES"}                      | fetchTo:
                    {"dataMapping":{"a":null},"dataToFetch":"ATTRIBUTES","fetchTo":"DATA"}    | dataMapping
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
                    {"attrMapping":{"a":"b"},"telemetry":true}  | {"dataMapping":{"a":"b"},"dataToFetch":"LATEST_TELEMETRY","fetchTo":"METADATA"}
                    {"attrMapping":{"a":"b"},"telemetry":false} | {"dataMapping":{"a":"b"},"dataToFetch":"ATTRIBUTES","fetchTo":"METADATA"}
                    {"dataMapping":{"a":"b"},"dataToFetch":"ATTRIBUTES","fetchTo":"DATA"} | {"dataMapping":{"a":"b"},"dataToFetch":"ATTRIBUTES","fetchTo":"DATA"}
                    """)
    void upgradesFromVersion0(String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, 0)).hasToString(current);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"true\"", "1"})
    void refusesAnOlderConfigurationThatItCannotRead(String telemetry) {
        assertThatThrownBy(() ->
                        NodeTester.upgraded(
                                definition,
                                "{\"attrMapping\":{},\"telemetry\":%s}".formatted(telemetry),
                                0))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("telemetry:");
    }

    private EntityId device() {
        return assigned(EntityType.DEVICE);
    }

    private EntityId assigned(EntityType type) {
        EntityId entity = stores.newEntity(type);
        stores.put(entity, "e", customer, "{}");
        return entity;
    }

    private String errorFor(EntityId originator) {
        RuleMessage message = EnrichmentFixture.from(originator, "{}");
        RuleNode node = node("ATTRIBUTES", "METADATA", "\"limit\":\"max\"");
        return EnrichmentFixture.error(NodeTester.run(node, message), message);
    }

    private RuleNode node(String data, String fetchTo, String mapping) {
        return NodeTester.node(
                definition,
                "{\"dataMapping\":{%s},\"dataToFetch\":\"%s\",\"fetchTo\":\"%s\"}"
                        .formatted(mapping, data, fetchTo));
    }

    private static RuleMessage success(RuleNode node, RuleMessage message) {
        return EnrichmentFixture.success(NodeTester.run(node, message));
    }
}
