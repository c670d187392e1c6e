// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckFieldsNodeTest {

    private static final NodeDefinition<?> DEFINITION = CheckFieldsNode.definition();

    @Test
    void asksForNothingByDefault() {
        String defaults = NodeCatalogue.of(List.of(DEFINITION)).defaultsOf(DEFINITION).toString();
        RuleMessage message = message("{}");

        assertThat(defaults)
                .isEqualTo("{\"messageNames\":[],\"metadataNames\":[],\"checkAllKeys\":true}");
        assertThat(NodeTester.run(NodeTester.node(DEFINITION, defaults), message))
                .isEqualTo(NodeResult.to("True", message));
    }

    /** The payload has a and b, the metadata m and n. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    []        | []        | true  | True
                    []        | []        | false | False
                    ["a"]     | []        | true  | True
                    ["a","x"] | []        | true  | False
                    ["a","x"] | []        | false | True
                    ["x"]     | []        | false | False
                    []        | ["m"]     | true  | True
                    []        | ["m","x"] | true  | False
                    []        | ["m","x"] | false | True
                    []        | ["x"]     | false | False
                    ["a","b"] | ["m","n"] | true  | True
                    ["a"]     | ["x"]     | true  | False
                    ["x"]     | ["m"]     | true  | False
                    ["a"]     | ["x"]     | false | True
                    ["x"]     | ["m"]     | false | True
                    ["x"]     | ["x"]     | false | False
                    ["m"]     | ["a"]     | false | False
                    """)
    void asksForAllOrAnyOfTheKeys(String payload, String metadata, boolean all, String label) {
        RuleMessage message = message("{\"a\":1,\"b\":2}", "m", "1", "n", "");

        assertThat(NodeTester.run(node(payload, metadata, all), message))
                .isEqualTo(NodeResult.to(label, message));
    }

    @ParameterizedTest
    @CsvSource({"null,True", "nested.key,False", "$[a],False", "A,False"})
    void takesKeysAsTheyAreWrittenAndANullAsThere(String key, String label) {
        RuleMessage message = message("{\"null\":null,\"nested\":{\"key\":1},\"a\":1}");

        assertThat(NodeTester.run(node("[\"%s\"]".formatted(key), "[]", true), message))
                .isEqualTo(NodeResult.to(label, message));
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void doesNotReadThePayloadWhereItAsksForNothingInIt(boolean all) {
        RuleMessage message = message("no JSON", "m", "1");

        assertThat(NodeTester.run(node("[]", "[\"m\"]", all), message))
                .isEqualTo(NodeResult.to("True", message));
    }

    @ParameterizedTest
    @CsvSource({
        "[1],not ARRAY",
        "5,not NUMBER",
        "\"a\",not STRING",
        "null,not NULL",
        "'',the payload is not JSON: it is empty",
        "{,the payload is not JSON"
    })
    void failsForAPayloadWithoutKeys(String payload, String reason) {
        RuleMessage message = message(payload, "m", "1");

        for (boolean all : List.of(true, false)) {
            assertThat(NodeTester.run(node("[\"a\"]", "[\"m\"]", all), message))
                    .isInstanceOfSatisfying(
                            NodeResult.Failed.class,
                            failed -> {
                                assertThat(failed.message()).isSameAs(message);
                                assertThat(failed.error()).contains(reason);
                            });
        }
    }

    @Test
    void needsBothLists() {
        assertThatThrownBy(() -> NodeTester.node(DEFINITION, "{\"metadataNames\":null}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "messageNames: must not be null, got null; "
                                + "metadataNames: must not be null, got null");
    }

    @Test
    void refusesAKeyThatIsNull() {
        assertThatThrownBy(() -> node("[\"a\",null]", "[]", true))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("messageNames[1]");
    }

    private static RuleNode node(String payload, String metadata, boolean all) {
        return NodeTester.node(
                DEFINITION,
                "{\"messageNames\":%s,\"metadataNames\":%s,\"checkAllKeys\":%s}"
                        .formatted(payload, metadata, all));
    }

    private static RuleMessage message(String payload, String... metadata) {
        return NodeTester.message("T", payload, metadata);
    }
}
