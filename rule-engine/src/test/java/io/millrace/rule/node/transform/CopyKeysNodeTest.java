// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CopyKeysNodeTest {

    private static final NodeDefinition<?> DEFINITION = CopyKeysNode.definition();

    @Test
    void copiesNothingByDefault() {
        String defaults = NodeCatalogue.of(List.of(DEFINITION)).defaultsOf(DEFINITION).toString();
        RuleMessage message = message("{\"a\":1}", "m", "1");

        assertThat(defaults).isEqualTo("{\"copyFrom\":\"DATA\",\"keys\":[]}");
        assertThat(passed(NodeTester.node(DEFINITION, defaults), message)).isSameAs(message);
    }

    @Test
    void copiesTextsAsTheyAreAndAllElseAsCompactJsonIntoTheMetadata() {
        RuleMessage message =
                message(
                        "{\"s\":\"x\",\"i\":42,\"d\":42.0,\"b\":true,\"n\":null,\"o\":{ \"p\" : [1, 2] },\"a\":[ ]}",
                        "kept",
                        "1");

        RuleMessage copied = passed(node("DATA", "[\".*\"]"), message);

        assertThat(copied.metadata().values())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(
                                "kept",
                                "1",
                                "s",
                                "x",
                                "i",
                                "42",
                                "d",
                                "42.0",
                                "b",
                                "true",
                                "n",
                                "null",
                                "o",
                                "{\"p\":[1,2]}",
                                "a",
                                "[]"));
        assertThat(copied.payload()).isSameAs(message.payload());
        assertThat(copied.id()).isEqualTo(message.id());
    }

    @Test
    void copiesTextsIntoThePayload() {
        RuleMessage message = message("{\"a\":1}", "m", "42", "n", "{}", "other", "x");

        RuleMessage copied = passed(node("METADATA", "[\"m|n\"]"), message);

        assertThat(copied.payload().text()).isEqualTo("{\"a\":1,\"m\":\"42\",\"n\":\"{}\"}");
        assertThat(copied.metadata()).isEqualTo(message.metadata());
        assertThat(copied.id()).isEqualTo(message.id());
        assertThat(message.payload().json()).hasToString("{\"a\":1}");
    }

    @Test
    void overwritesWhatIsThere() {
        RuleMessage message = message("{\"k\":1,\"l\":2}", "k", "old");

        assertThat(passed(node("DATA", "[\"k\"]"), message).metadata().get("k")).isEqualTo("1");
        assertThat(passed(node("METADATA", "[\"k\"]"), message).payload().text())
                .isEqualTo("{\"k\":\"old\",\"l\":2}");
    }

    @ParameterizedTest
    @CsvSource({"temp_.*", "temp_1|temp_2", "temp_[12]", "temp_\\\\d"})
    void takesTheKeysAsRegularExpressions(String expression) {
        RuleMessage message = message("{\"temp_1\":1,\"temp_2\":2,\"humidity\":3,\"a_temp_1\":4}");

        assertThat(
                        passed(node("DATA", "[\"%s\"]".formatted(expression)), message)
                                .metadata()
                                .values())
                .containsOnlyKeys("temp_1", "temp_2");
    }

    @ParameterizedTest
    @CsvSource({"DATA", "METADATA"})
    void passesTheSameMessageOnWhereNothingMatches(String from) {
        RuleMessage message = message("{\"a\":{\"x\":1}}", "m", "1");

        assertThat(passed(node(from, "[\"x\"]"), message)).isSameAs(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DATA | [{"a":1}]
                    METADATA | [{"a":1}]
                    DATA | 5
                    METADATA | null
                    """)
    void passesTheSameMessageOnWhereThePayloadIsNoObject(String from, String payload) {
        RuleMessage message = message(payload, "a", "1");

        assertThat(passed(node(from, "[\".*\"]"), message)).isSameAs(message);
    }

    @ParameterizedTest
    @CsvSource({"DATA,''", "METADATA,''", "DATA,{", "METADATA,{"})
    void failsForAPayloadThatIsNoJson(String from, String payload) {
        RuleMessage message = message(payload, "a", "1");

        assertThat(NodeTester.run(node(from, "[\"nothing\"]"), message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.message()).isSameAs(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"keys":[]}                      | copyFrom: must not be null, got null
                    {"copyFrom":"DATA"}              | keys: must not be null, got null
                    {"copyFrom":"BODY","keys":[]}    | copyFrom: "BODY" is not one of DATA, METADATA
                    {"copyFrom":"DATA","keys":["("]} | keys: must be a regular expression (RE2), not "(": error parsing regexp: missing closing ): `(`
                    """)
    void refusesAConfigurationThatCannotWork(String configuration, String reason) {
        assertThatThrownBy(() -> NodeTester.node(DEFINITION, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0 | {"fromMetadata":true,"keys":[]}       | {"keys":[],"copyFrom":"METADATA"}
                    0 | {"fromMetadata":false,"keys":[]}      | {"keys":[],"copyFrom":"DATA"}
                    0 | {"fromMetadata":3,"keys":[]}          | {"fromMetadata":3,"keys":[]}
                    0 | {"keys":[]}                           | {"keys":[]}
                    1 | {"fromMetadata":"METADATA","keys":[]} | {"keys":[],"copyFrom":"METADATA"}
                    1 | {"fromMetadata":"DATA","keys":[]}     | {"keys":[],"copyFrom":"DATA"}
                    1 | {"copyFrom":"DATA","fromMetadata":"METADATA"} | {"copyFrom":"DATA","fromMetadata":"METADATA"}
                    """)
    void upgradesFromEachOlderVersion(int version, String older, String current) {
        assertThat(NodeTester.upgraded(DEFINITION, older, version)).hasToString(current);
    }

    private static RuleNode node(String from, String keys) {
        return NodeTester.node(
                DEFINITION, "{\"copyFrom\":\"%s\",\"keys\":%s}".formatted(from, keys));
    }

    private static RuleMessage message(String payload, String... metadata) {
        return NodeTester.message("T", payload, metadata);
    }

    private static RuleMessage passed(RuleNode node, RuleMessage message) {
        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node, message);
        assertThat(next.labels()).containsExactly(NodeResult.SUCCESS);
        return next.message();
    }
}
