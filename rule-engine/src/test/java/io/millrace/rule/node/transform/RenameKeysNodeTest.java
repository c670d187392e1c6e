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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenameKeysNodeTest {

    private static final NodeDefinition<?> DEFINITION = RenameKeysNode.definition();

    @Test
    void renamesTheTemperatureByDefault() {
        String defaults = NodeCatalogue.of(List.of(DEFINITION)).defaultsOf(DEFINITION).toString();

        assertThat(defaults)
                .isEqualTo(
                        "{\"renameIn\":\"DATA\",\"renameKeysMapping\":{\"temperatureCelsius\":\"temperature\"}}");
        assertThat(
                        passed(
                                        NodeTester.node(DEFINITION, defaults),
                                        message("{\"temperatureCelsius\":22.5}"))
                                .payload()
                                .text())
                .isEqualTo("{\"temperature\":22.5}");
    }

    /** Renames by the mapping, in payload and metadata alike. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"a":"z"}                 | {"a":"1","b":"2"} | {"b":"2","z":"1"}
                    {"a":"b"}                 | {"a":"1","b":"2","c":"3"} | {"b":"1","c":"3"}
                    {"a":"b","b":"c"}         | {"a":"1"}         | {"c":"1"}
                    {"b":"c","a":"b"}         | {"a":"1","b":"2"} | {"c":"2","b":"1"}
                    {"a":"b","b":"a"}         | {"a":"1","b":"2"} | {"a":"1"}
                    {"a":"t","b":"a","t":"b"} | {"a":"1","b":"2"} | {"a":"2","b":"1"}
                    {"x":"y","a":"z"}         | {"a":"1"}         | {"z":"1"}
                    {"a":"a","b":"c"}         | {"a":"1","b":"2"} | {"a":"1","c":"2"}
                    {".":"z","n.m":"o"}       | {".":"1","n.m":"2","a":"3"} | {"a":"3","z":"1","o":"2"}
                    """)
    void renamesOneAfterAnother(String mapping, String before, String after) {
        assertThat(passed(node("DATA", mapping), message(before)).payload().text())
                .isEqualTo(after);
        RuleMessage inMetadata =
                passed(node("METADATA", mapping), message("no JSON", pairs(before)));
        assertThat(pairs(after)).containsExactly(flat(inMetadata));
    }

    @Test
    void keepsTheTypesOfValues() {
        String payload = "{\"a\":1.0,\"b\":null,\"c\":{\"a\":[1]},\"d\":\"x\"}";

        assertThat(
                        passed(
                                        node(
                                                "DATA",
                                                "{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\"}"),
                                        message(payload))
                                .payload()
                                .text())
                .isEqualTo("{\"1\":1.0,\"2\":null,\"3\":{\"a\":[1]},\"4\":\"x\"}");
    }

    @Test
    void changesNothingElse() {
        RuleMessage message = message("{\"a\":1}", "a", "2");

        RuleMessage renamed = passed(node("DATA", "{\"a\":\"b\"}"), message);

        assertThat(renamed).isEqualTo(message.withPayload(renamed.payload()));
        assertThat(message.payload().json()).hasToString("{\"a\":1}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    DATA     | {"x":"y"} | {"a":{"x":1}}
                    DATA     | {"a":"a"} | {"a":1}
                    METADATA | {"x":"y"} | {"x":1}
                    METADATA | {"m":"m"} | {}
                    DATA     | {"x":"y"} | [{"x":1}]
                    DATA     | {"x":"y"} | 5
                    """)
    void passesTheSameMessageOnWhereNothingIsRenamed(String part, String mapping, String payload) {
        RuleMessage message = message(payload, "m", "1");

        assertThat(passed(node(part, mapping), message)).isSameAs(message);
    }

    @ParameterizedTest
    @CsvSource({"''", "{"})
    void failsForAPayloadThatIsNoJson(String payload) {
        RuleMessage message = message(payload);

        assertThat(NodeTester.run(node("DATA", "{\"a\":\"b\"}"), message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.message()).isSameAs(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"renameKeysMapping":{"a":"b"}} | renameIn: must not be null, got null
                    {"renameIn":"DATA"} | renameKeysMapping: must not be empty, got null
                    {"renameIn":"DATA","renameKeysMapping":{}} | renameKeysMapping: must not be empty, got {}
                    {"renameIn":"DATA","renameKeysMapping":{"a":null}} | renameKeysMapping[a]: must not be null, got null
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
                    0 | {"fromMetadata":true,"renameKeysMapping":{}} | {"renameKeysMapping":{},"renameIn":"METADATA"}
                    0 | {"fromMetadata":false}      | {"renameIn":"DATA"}
                    0 | {"a":1}                     | {"a":1}
                    1 | {"fromMetadata":"METADATA"} | {"renameIn":"METADATA"}
                    1 | {"fromMetadata":"DATA"}     | {"renameIn":"DATA"}
                    1 | {"renameIn":"DATA","fromMetadata":"METADATA"} | {"renameIn":"DATA","fromMetadata":"METADATA"}
                    """)
    void upgradesFromEachOlderVersion(int version, String older, String current) {
        assertThat(NodeTester.upgraded(DEFINITION, older, version)).hasToString(current);
    }

    private static RuleNode node(String part, String mapping) {
        return NodeTester.node(
                DEFINITION,
                "{\"renameIn\":\"%s\",\"renameKeysMapping\":%s}".formatted(part, mapping));
    }

    private static RuleMessage message(String payload, String... metadata) {
        return NodeTester.message("T", payload, metadata);
    }

    /** Keys and values of an object of texts, in turn. */
    private static String[] pairs(String json) {
        return message(json).payload().json().properties().stream()
                .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue().stringValue()))
                .toArray(String[]::new);
    }

    private static String[] flat(RuleMessage message) {
        return message.metadata().values().entrySet().stream()
                .flatMap(entry -> Stream.of(entry.getKey(), entry.getValue()))
                .toArray(String[]::new);
    }

    private static RuleMessage passed(RuleNode node, RuleMessage message) {
        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node, message);
        assertThat(next.labels()).containsExactly(NodeResult.SUCCESS);
        return next.message();
    }
}
