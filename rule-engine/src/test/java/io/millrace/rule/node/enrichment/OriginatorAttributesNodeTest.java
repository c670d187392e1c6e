// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import static io.millrace.message.telemetry.AttributeScope.CLIENT_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SERVER_SCOPE;
import static io.millrace.message.telemetry.AttributeScope.SHARED_SCOPE;
import static io.millrace.rule.node.NodeTester.DEVICE;
import static io.millrace.rule.node.NodeTester.TS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.telemetry.Value.BooleanValue;
import io.millrace.message.telemetry.Value.DoubleValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.StoreException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OriginatorAttributesNodeTest {

    private static final EntityId ORIGINATOR = DEVICE.entity();
    private static final String ALL_KEYS =
            "\"clientAttributeNames\":[\"a\"],\"sharedAttributeNames\":[\"b\"],"
                    + "\"serverAttributeNames\":[\"c\"],\"latestTsKeyNames\":[\"d\"]";

    private final EnrichmentFixture stores = new EnrichmentFixture();
    private final NodeDefinition<?> definition =
            OriginatorAttributesNode.definition(stores.attributes, stores.timeseries);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(EnrichmentFixture.defaults(definition))
                .isEqualTo(
                        "{\"clientAttributeNames\":[],\"sharedAttributeNames\":[],\"serverAttributeNames\":[],"
                                + "\"latestTsKeyNames\":[],\"tellFailureIfAbsent\":true,"
                                + "\"getLatestValueWithTs\":false,\"fetchTo\":\"METADATA\"}");
    }

    @Test
    void passesMessagesAsTheyAreWithItsDefaults() {
        RuleMessage message = NodeTester.telemetry("no JSON");
        RuleNode node = NodeTester.node(definition, EnrichmentFixture.defaults(definition));

        assertThat(EnrichmentFixture.success(NodeTester.run(node, message))).isSameAs(message);
    }

    @Test
    void writesEachScopeUnderItsPrefixIntoTheMetadata() {
        giveAll();
        RuleMessage message = NodeTester.message("T", "no JSON", "old", "o");

        RuleMessage enriched = success(node("METADATA", true, ALL_KEYS), message);

        assertThat(enriched.metadata().values())
                .containsExactly(
                        Map.entry("old", "o"),
                        Map.entry("cs_a", "x"),
                        Map.entry("shared_b", "2"),
                        Map.entry("ss_c", "true"),
                        Map.entry("d", "4.5"));
        assertThat(enriched.payload()).isSameAs(message.payload());
        assertThat(enriched.id()).isEqualTo(message.id());
    }

    @Test
    void writesTypedMembersIntoThePayload() {
        giveAll();

        RuleMessage enriched =
                success(node("DATA", true, ALL_KEYS), NodeTester.telemetry("{\"t\": 1}"));

        assertThat(enriched.payload().text())
                .isEqualTo("{\"t\":1,\"cs_a\":\"x\",\"shared_b\":2,\"ss_c\":true,\"d\":4.5}");
        assertThat(enriched.metadata().values()).isEmpty();
    }

    @Test
    void asksNoStoreOfWhichItWantsNothing() {
        stores.attributes.failWith(new StoreException("must not be asked"));
        stores.telemetry(ORIGINATOR, NodeTester.TS, "d", new LongValue(4));

        assertThat(
                        success(
                                        node("METADATA", true, "\"latestTsKeyNames\":[\"d\"]"),
                                        NodeTester.telemetry("{}"))
                                .metadata()
                                .values())
                .containsExactly(Map.entry("d", "4"));
    }

    @Test
    void keepsScopesApart() {
        stores.attribute(ORIGINATOR, CLIENT_SCOPE, "k", new LongValue(1));
        stores.attribute(ORIGINATOR, SERVER_SCOPE, "k", new LongValue(2));
        stores.attribute(ORIGINATOR, SHARED_SCOPE, "k", new LongValue(3));

        assertThat(
                        success(
                                        node("METADATA", true, "\"serverAttributeNames\":[\"k\"]"),
                                        NodeTester.telemetry("{}"))
                                .metadata()
                                .values())
                .containsExactly(Map.entry("ss_k", "2"));
    }

    @Test
    void readsTheOriginatorsOwnValuesWhateverItIs() {
        EntityId asset = stores.newEntity(EntityType.ASSET);
        stores.attribute(asset, SERVER_SCOPE, "k", new LongValue(7));

        assertThat(
                        success(
                                        node("METADATA", true, "\"serverAttributeNames\":[\"k\"]"),
                                        EnrichmentFixture.from(asset, "{}"))
                                .metadata()
                                .values())
                .containsExactly(Map.entry("ss_k", "7"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    METADATA | {}
                    DATA     | {"d":{"ts":1763640000000,"value":4.5},"e":{"ts":1763640000001,"value":{"f":1}}}
                    """)
    void latestValuesMayBringTheirTime(String fetchTo, String payload) {
        giveAll();
        stores.telemetry(ORIGINATOR, TS + 1, "e", new JsonValue("{\"f\":1}"));
        String keys = "\"latestTsKeyNames\":[\"d\",\"e\"],\"getLatestValueWithTs\":true";

        RuleMessage enriched = success(node(fetchTo, true, keys), NodeTester.telemetry("{}"));

        assertThat(enriched.payload().text()).isEqualTo(payload);
        if (fetchTo.equals("METADATA")) {
            assertThat(enriched.metadata().values())
                    .containsExactly(
                            Map.entry("d", "{\"ts\":1763640000000,\"value\":4.5}"),
                            Map.entry("e", "{\"ts\":1763640000001,\"value\":{\"f\":1}}"));
        }
    }

    @Test
    void resolvesTemplatesInKeys() {
        stores.attribute(ORIGINATOR, SERVER_SCOPE, "limit_boiler", new LongValue(80));
        stores.telemetry(ORIGINATOR, TS, "raw_t", new LongValue(1));
        String keys =
                "\"serverAttributeNames\":[\"limit_${deviceType}\"],\"latestTsKeyNames\":[\"raw_$[name]\"]";
        RuleMessage message = NodeTester.message("T", "{\"name\":\"t\"}", "deviceType", "boiler");

        assertThat(success(node("METADATA", true, keys), message).metadata().values())
                .containsEntry("ss_limit_boiler", "80")
                .containsEntry("raw_t", "1");
    }

    @Test
    void failsWithTheEnrichedMessageWhereValuesAreAbsent() {
        giveAll();
        String keys =
                "\"clientAttributeNames\":[\"a\",\"no\"],\"sharedAttributeNames\":[\"b\"],"
                        + "\"serverAttributeNames\":[\"none\",\"nil\"],\"latestTsKeyNames\":[\"never\"]";

        NodeResult result =
                NodeTester.run(node("METADATA", true, keys), NodeTester.telemetry("{}"));

        assertThat(result)
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.error())
                                    .endsWith(
                                            "CLIENT_SCOPE: no; SERVER_SCOPE: none, nil; LATEST_TS: never");
                            assertThat(failed.message().metadata().values())
                                    .containsExactly(
                                            Map.entry("cs_a", "x"), Map.entry("shared_b", "2"));
                        });
    }

    @Test
    void passesOverAbsentValuesWhereItMay() {
        giveAll();
        String keys = "\"clientAttributeNames\":[\"a\",\"no\"],\"latestTsKeyNames\":[\"never\"]";

        assertThat(success(node("DATA", false, keys), NodeTester.telemetry("{}")).payload().text())
                .isEqualTo("{\"cs_a\":\"x\"}");
    }

    @Test
    void aKeyThatStandsTwiceIsNotAbsent() {
        giveAll();
        String keys =
                "\"clientAttributeNames\":[\"a\",\"a\",\"${k}\"],\"latestTsKeyNames\":[\"d\",\"d\"]";

        assertThat(
                        success(
                                        node("METADATA", true, keys),
                                        NodeTester.message("T", "{}", "k", "a"))
                                .metadata()
                                .values())
                .containsEntry("cs_a", "x")
                .containsEntry("d", "4.5");
    }

    @Test
    void failureIfAbsentIsOffWhereTheConfigurationDoesNotSay() {
        RuleNode node =
                NodeTester.node(
                        definition,
                        "{\"serverAttributeNames\":[\"none\"],\"sharedAttributeNames\":null,\"fetchTo\":\"METADATA\"}");
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(EnrichmentFixture.success(NodeTester.run(node, message))).isSameAs(message);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "5", "null", "", "{"})
    void failsForAPayloadThatCannotTakeValuesIn(String payload) {
        giveAll();
        stores.attributes.failWith(new StoreException("must not be asked"));
        RuleMessage message = NodeTester.telemetry(payload);

        assertThat(
                        EnrichmentFixture.error(
                                NodeTester.run(node("DATA", false, ALL_KEYS), message), message))
                .doesNotContain("must not be asked");
    }

    @Test
    void failsWithTheOriginalMessageWhereALookUpFails() {
        giveAll();
        stores.timeseries.failWith(new StoreException("refused"));
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(
                        EnrichmentFixture.error(
                                NodeTester.run(node("DATA", true, ALL_KEYS), message), message))
                .isEqualTo("refused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"fetchTo\":null}", "{\"fetchTo\":\"HEADER\"}"})
    void needsToKnowWhereTheValuesGo(String configuration) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("fetchTo:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"fetchToData":true}  | {"fetchTo":"DATA"}
                    {"fetchToData":false} | {"fetchTo":"METADATA"}
                    {"fetchToData":null}  | {"fetchTo":"METADATA"}
                    {}                    | {"fetchTo":"METADATA"}
                    {"fetchTo":"DATA"}    | {"fetchTo":"DATA"}
                    """)
    void upgradesFromVersion0(String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, 0)).hasToString(current);
    }

    @Test
    void refusesAnOlderConfigurationThatItCannotRead() {
        assertThatThrownBy(
                        () -> NodeTester.upgraded(definition, "{\"fetchToData\":\"perhaps\"}", 0))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("fetchToData: must be true or false, not \"perhaps\"");
    }

    private void giveAll() {
        stores.attribute(ORIGINATOR, CLIENT_SCOPE, "a", new StringValue("x"));
        stores.attribute(ORIGINATOR, SHARED_SCOPE, "b", new LongValue(2));
        stores.attribute(ORIGINATOR, SERVER_SCOPE, "c", new BooleanValue(true));
        stores.telemetry(ORIGINATOR, TS, "d", new DoubleValue(4.5));
    }

    private RuleNode node(String fetchTo, boolean tellFailure, String keys) {
        return NodeTester.node(
                definition,
                "{%s,\"tellFailureIfAbsent\":%s,\"fetchTo\":\"%s\"}"
                        .formatted(keys, tellFailure, fetchTo));
    }

    private static RuleMessage success(RuleNode node, RuleMessage message) {
        return EnrichmentFixture.success(NodeTester.run(node, message));
    }
}
