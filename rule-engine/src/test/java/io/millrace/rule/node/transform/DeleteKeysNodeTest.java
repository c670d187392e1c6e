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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeleteKeysNodeTest {

    private static final NodeDefinition<?> DEFINITION = DeleteKeysNode.definition();

    @Test
    void deletesNothingByDefault() {
        String defaults = NodeCatalogue.of(List.of(DEFINITION)).defaultsOf(DEFINITION).toString();
        RuleMessage message = message("{\"a\":1}", "m", "1");

        assertThat(defaults).isEqualTo("{\"deleteFrom\":\"DATA\",\"keys\":[]}");
        assertThat(passed(NodeTester.node(DEFINITION, defaults), message)).isSameAs(message);
    }

    @Test
    void deletesFromTheTopLevelOfThePayload() {
        RuleMessage message =
                message(
                        "{\"temp_1\":1,\"x\":{\"temp_2\":2},\"temp_3\":null,\"a\":\"b\"}",
                        "temp_1",
                        "1");

        RuleMessage left = passed(node("DATA", "[\"temp_.*\"]"), message);

        assertThat(left.payload().text()).isEqualTo("{\"x\":{\"temp_2\":2},\"a\":\"b\"}");
        assertThat(left.metadata()).isEqualTo(message.metadata());
        assertThat(left.id()).isEqualTo(message.id());
        assertThat(message.payload().json().size()).isEqualTo(4);
    }

    @Test
    void deletesFromTheMetadata() {
        RuleMessage message = message("{\"a\":1}", "a", "1", "b", "2", "ab", "3");

        RuleMessage left = passed(node("METADATA", "[\"a\",\"x\"]"), message);

        assertThat(left.metadata().values()).containsOnlyKeys("b", "ab");
        assertThat(left.payload()).isSameAs(message.payload());
    }

    @Test
    void keepsWhatALookAheadNames() {
        RuleMessage message = message("{\"a\":1,\"temperature\":2,\"humidity\":3}");

        assertThat(
                        passed(node("DATA", "[\"(?!(temperature|humidity)$).*\"]"), message)
                                .payload()
                                .text())
                .isEqualTo("{\"temperature\":2,\"humidity\":3}");
    }

    @Test
    void leavesEmptyPartsWhereAllGoes() {
        RuleMessage message = message("{\"a\":1}", "b", "2");

        assertThat(passed(node("DATA", "[\".*\"]"), message).payload().text()).isEqualTo("{}");
        assertThat(passed(node("METADATA", "[\".*\"]"), message).metadata().values()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"DATA", "METADATA"})
    void passesTheSameMessageOnWhereNothingMatches(String from) {
        RuleMessage message = message("{\"a\":1}", "b", "2");

        assertThat(passed(node(from, "[\"x\"]"), message)).isSameAs(message);
    }

    @ParameterizedTest
    @CsvSource({"[1]", "5", "null"})
    void passesTheSameMessageOnWhereThePayloadIsNoObject(String payload) {
        RuleMessage message = message(payload);

        assertThat(passed(node("DATA", "[\".*\"]"), message)).isSameAs(message);
    }

    @Test
    void doesNotReadThePayloadForTheMetadata() {
        assertThat(
                        passed(node("METADATA", "[\"a\"]"), message("no JSON", "a", "1"))
                                .metadata()
                                .values())
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"''", "{"})
    void failsForAPayloadThatIsNoJson(String payload) {
        RuleMessage message = message(payload);

        assertThat(NodeTester.run(node("DATA", "[\"a\"]"), message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.message()).isSameAs(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"keys":[]}                           | deleteFrom: must not be null, got null
                    {"deleteFrom":"DATA","keys":null}     | keys: must not be null, got null
                    {"deleteFrom":"METADATA","keys":["["]} | keys: must be a regular expression (RE2), not "[": error parsing regexp: missing closing ]: `[`
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
                    0 | {"fromMetadata":true,"keys":[]}      | {"keys":[],"deleteFrom":"METADATA"}
                    0 | {"fromMetadata":false,"keys":[]}     | {"keys":[],"deleteFrom":"DATA"}
                    0 | {"keys":[]}                          | {"keys":[]}
                    1 | {"dataToFetch":"METADATA","keys":[]} | {"keys":[],"deleteFrom":"METADATA"}
                    1 | {"dataToFetch":"DATA","keys":[]}     | {"keys":[],"deleteFrom":"DATA"}
                    1 | {"deleteFrom":"DATA","dataToFetch":"METADATA"} | {"deleteFrom":"DATA","dataToFetch":"METADATA"}
                    """)
    void upgradesFromEachOlderVersion(int version, String older, String current) {
        assertThat(NodeTester.upgraded(DEFINITION, older, version)).hasToString(current);
    }

    private static RuleNode node(String from, String keys) {
        return NodeTester.node(
                DEFINITION, "{\"deleteFrom\":\"%s\",\"keys\":%s}".formatted(from, keys));
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
