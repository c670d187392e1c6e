// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
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

class OriginatorFieldsNodeTest {

    private static final String FIELDS =
            "{\"name\":\"Boiler\",\"type\":\"boiler\",\"label\":\"\",\"externalId\":null,"
                    + "\"createdTime\":5,\"enabled\":true,\"additionalInfo\":{\"description\":\"d\",\"list\":[1,"
                    + "\"x\"]}}";

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final NodeDefinition<?> definition = OriginatorFieldsNode.definition(stores.entities);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo(
                        "{\"dataMapping\":{\"name\":\"originatorName\",\"type\":\"originatorType\"},"
                                + "\"ignoreNullStrings\":false,\"fetchTo\":\"METADATA\"}");
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {
                "TENANT",
                "CUSTOMER",
                "USER",
                "ASSET",
                "DEVICE",
                "ALARM",
                "RULE_CHAIN",
                "ENTITY_VIEW",
                "EDGE"
            })
    void writesFieldsOfTheOriginator(EntityType type) {
        EntityId originator = stores.newEntity(type);
        stores.put(originator, "Boiler", null, FIELDS);
        RuleMessage message = EnrichmentFixture.from(originator, "", "old", "o");
        RuleNode node = NodeTester.node(definition, EnrichmentFixture.defaults(definition));

        RuleMessage enriched = EnrichmentFixture.success(NodeTester.run(node, message));

        assertThat(enriched.metadata().values())
                .containsExactly(
                        Map.entry("old", "o"),
                        Map.entry("originatorName", "Boiler"),
                        Map.entry("originatorType", "boiler"));
        assertThat(enriched.payload()).isSameAs(message.payload());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    false | {"missing":"m"}      | {"a":1}
                    true  | {"missing":"m"}      | {"a":1}
                    false | {"externalId":"e"}   | {"a":1,"e":"null"}
                    true  | {"externalId":"e"}   | {"a":1}
                    false | {"label":"l"}        | {"a":1,"l":""}
                    true  | {"label":"l"}        | {"a":1}
                    true  | {"createdTime":"c"}  | {"a":1,"c":"5"}
                    true  | {"enabled":"e"}      | {"a":1,"e":"true"}
                    true  | {"additionalInfo.description":"d"}      | {"a":1,"d":"d"}
                    true  | {"additionalInfo.list":"l"}             | {"a":1,"l":"[1,\\"x\\"]"}
                    true  | {"additionalInfo.description.more":"d"} | {"a":1}
                    true  | {"additionalInfo.":"d"}                 | {"a":1}
                    true  | {"name":"a"}         | {"a":"Boiler"}
                    """)
    void writesTextsIntoThePayload(boolean ignoreNulls, String mapping, String payload) {
        EntityId device = device();

        RuleMessage enriched =
                EnrichmentFixture.success(
                        NodeTester.run(
                                node(mapping, ignoreNulls, "DATA"),
                                EnrichmentFixture.from(device, "{\"a\":1}")));

        assertThat(enriched.payload().text()).isEqualTo(payload);
    }

    @Test
    void resolvesTemplatesInNamesOnly() {
        RuleMessage message = EnrichmentFixture.from(device(), "{}", "k", "name");

        assertThat(
                        EnrichmentFixture.success(
                                        NodeTester.run(
                                                node(
                                                        "{\"name\":\"x_${k}\",\"${k}\":\"never\"}",
                                                        false,
                                                        "METADATA"),
                                                message))
                                .metadata()
                                .values())
                .containsExactly(Map.entry("k", "name"), Map.entry("x_name", "Boiler"));
    }

    @Test
    void failsForAnOriginatorThatDoesNotExist() {
        EntityId device = stores.newEntity(EntityType.DEVICE);

        assertThat(errorFor(EnrichmentFixture.from(device, "{}"), "METADATA"))
                .isEqualTo("Device %s does not exist".formatted(device.id()));
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"RULE_NODE", "DASHBOARD", "DEVICE_PROFILE"})
    void failsForOriginatorsOfOtherTypes(EntityType type) {
        RuleMessage message = EnrichmentFixture.from(stores.newEntity(type), "{}");

        assertThat(errorFor(message, "METADATA"))
                .isEqualTo("originator type not supported: " + type.normalName());
    }

    @Test
    void failsForAPayloadThatCannotTakeValuesInBeforeItLooksUpAnything() {
        EntityId absent = stores.newEntity(EntityType.DEVICE);

        assertThat(errorFor(EnrichmentFixture.from(absent, "[]"), "DATA")).contains("JSON object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"fetchTo":"DATA"}                          | dataMapping:
                    {"dataMapping":null,"fetchTo":"DATA"}       | dataMapping:
                    {"dataMapping":{},"fetchTo":"DATA"}         | dataMapping:
                    {"dataMapping":{"name":"n"}}                | fetchTo:
                    """)
    void refusesWhatCannotWork(String configuration, String field) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(field);
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(
                        NodeTester.upgraded(
                                definition,
                                "{\"fieldsMapping\":{\"name\":\"n\"},\"ignoreNullStrings\":true}",
                                0))
                .hasToString(
                        "{\"ignoreNullStrings\":true,\"dataMapping\":{\"name\":\"n\"},\"fetchTo\":\"METADATA\"}");
    }

    private EntityId device() {
        EntityId device = stores.newEntity(EntityType.DEVICE);
        stores.put(device, "Boiler", null, FIELDS);
        return device;
    }

    private String errorFor(RuleMessage message, String fetchTo) {
        return EnrichmentFixture.error(
                NodeTester.run(node("{\"name\":\"n\"}", false, fetchTo), message), message);
    }

    private RuleNode node(String mapping, boolean ignoreNulls, String fetchTo) {
        return NodeTester.node(
                definition,
                "{\"dataMapping\":%s,\"ignoreNullStrings\":%s,\"fetchTo\":\"%s\"}"
                        .formatted(mapping, ignoreNulls, fetchTo));
    }
}
