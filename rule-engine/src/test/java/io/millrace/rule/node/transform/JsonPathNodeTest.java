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
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class JsonPathNodeTest {

    private static final NodeDefinition<?> DEFINITION = JsonPathNode.definition();
    private static final String PAYLOAD =
            """
            {"s":"x","i":42,"d":42.0,"b":true,"n":null,"o":{"p":[1,2]},"a":[1,2,3],
             "l":[{"name":"one","v":5},{"name":"two","v":25}]}\
            """;

    @Test
    void passesTheSameMessageOnByDefaultWithoutReadingIt() {
        String defaults = NodeCatalogue.of(List.of(DEFINITION)).defaultsOf(DEFINITION).toString();
        RuleMessage message = NodeTester.telemetry("no JSON");

        assertThat(defaults).isEqualTo("{\"jsonPath\":\"$\"}");
        assertThat(NodeTester.run(NodeTester.node(DEFINITION, defaults), message))
                .isEqualTo(NodeResult.success(message))
                .extracting(result -> ((NodeResult.Next) result).message())
                .isSameAs(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    $.s ; "x"
                    $['s'] ; "x"
                    $.i ; 42
                    $.d ; 42.0
                    $.b ; true
                    $.n ; null
                    $.o ; {"p":[1,2]}
                    $.o.p[1] ; 2
                    $.a[-1] ; 3
                    $.a[0:2] ; [1,2]
                    $.a[5:6] ; []
                    $['s','i'] ; {"s":"x","i":42}
                    $.l[*].v ; [5,25]
                    $..name ; ["one","two"]
                    $..nothing ; []
                    $.l[?(@.v > 10)] ; [{"name":"two","v":25}]
                    $.l[?(@.v > 10)].name ; ["two"]
                    $.l[?(@.v > 100)] ; []
                    $.l[?(@.name in ['one','x'])].v ; [5]
                    $.l[?(@.name == 'one' || @.v == 25)].v ; [5,25]
                    $.a.length() ; 3
                    $.a.sum() ; 6.0
                    $.a.avg() ; 2.0
                    $.a.max() ; 3.0
                    $.concat($.s, $.s) ; "xx"
                    """)
    void takesWhatThePathFindsAsThePayload(String path, String found) {
        RuleMessage message = NodeTester.message("T", PAYLOAD, "m", "1");

        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node(path), message);

        assertThat(next.message().payload().text()).isEqualTo(found);
        assertThat(next)
                .isEqualTo(NodeResult.success(message.withPayload(next.message().payload())));
    }

    @Test
    void leavesThePayloadOfOthersAsItIsWhereAFunctionAppends() {
        RuleMessage message = NodeTester.telemetry(PAYLOAD);

        assertThat(found("$.a.append(4)", message)).isEqualTo("[1,2,3,4]");
        assertThat(found("$.a", message)).isEqualTo("[1,2,3]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"$.nothing", "$.o.q", "$.s.t", "$.a[3]", "$.a[-4]", "$.n.x", "$.i[0]"})
    void failsWhereADefinitePathLeadsNowhere(String path) {
        RuleMessage message = NodeTester.telemetry(PAYLOAD);

        assertThat(NodeTester.run(node(path), message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.message()).isSameAs(message);
                            assertThat(failed.error())
                                    .startsWith("payload: no result for \"%s\": ".formatted(path));
                        });
    }

    @Test
    void failsWhereAFunctionHasNothingToCountWith() {
        assertThat(NodeTester.run(node("$.l.max()"), NodeTester.telemetry(PAYLOAD)))
                .isInstanceOf(NodeResult.Failed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"a\":1}}"})
    void failsForAPayloadThatIsNoJson(String payload) {
        RuleMessage message = NodeTester.telemetry(payload);

        assertThat(NodeTester.run(node("$.a"), message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.error()).startsWith("the payload is not JSON: "));
    }

    @Test
    void takesAPayloadThatIsNoObject() {
        assertThat(found("$[1]", NodeTester.telemetry("[1,2]"))).isEqualTo("2");
        assertThat(found("$.length()", NodeTester.telemetry("[1,2]"))).isEqualTo("2");
    }

    @Test
    void stopsWorkThatGrowsAsAPowerOfThePayload() {
        String wide = "[%s]".formatted("{\"y\":1},".repeat(3_000) + "{}");
        String deepAndWide = "{\"x\":".repeat(300) + wide + "}".repeat(300);

        assertThat(NodeTester.run(node("$..[?(@..z)]"), NodeTester.telemetry(deepAndWide)))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.error())
                                        .endsWith(": more than 1000000 reads of the payload"));
    }

    @Test
    void visitsAWideAndADeepPayloadOnce() {
        String wide = "[%s]".formatted("{\"x\":1},".repeat(20_000) + "{}");
        String deep = "{\"x\":".repeat(300) + "1" + "}".repeat(300);

        assertThat(JsonMapper.shared().readTree(found("$..x", NodeTester.telemetry(wide))).size())
                .isEqualTo(20_000);
        assertThat(JsonMapper.shared().readTree(found("$..x", NodeTester.telemetry(deep))).size())
                .isEqualTo(300);
    }

    @Test
    void writesNoResultManyTimesAsLongAsThePayload() {
        String text = "y".repeat(20_000);
        String deep = "{\"x\":".repeat(100) + "\"%s\"".formatted(text) + "}".repeat(100);

        assertThat(NodeTester.run(node("$..x"), NodeTester.telemetry(deep)))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.error())
                                        .contains("a result of more than 1048576 bytes"));
    }

    @Test
    void writesAResultAsLongAsALongPayload() {
        String text = "\"%s\"".formatted("y".repeat(JsonPathEvaluation.LONGEST_RESULT));

        assertThat(found("$.x", NodeTester.telemetry("{\"x\":%s}".formatted(text))))
                .isEqualTo(text);
    }

    @Test
    void writesAResultThatIsJustAsLongAsTheLongPayload() {
        String payload = "[\"%s\"]".formatted("y".repeat(JsonPathEvaluation.LONGEST_RESULT));

        assertThat(found("$[*]", NodeTester.telemetry(payload))).isEqualTo(payload);
    }

    @ParameterizedTest
    @ValueSource(strings = {"$.l[?(", "$..", "$.a.", "$[?(@.a"})
    void refusesWhatIsNoPath(String path) {
        assertThatThrownBy(() -> node(path))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(
                        "jsonPath: must be a JSONPath expression, not \"%s\": ".formatted(path));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {}                 | jsonPath: must not be blank, got null
                    {"jsonPath":null}  | jsonPath: must not be blank, got null
                    {"jsonPath":" "}   | jsonPath: must not be blank, got " "
                    """)
    void needsAPath(String configuration, String reason) {
        assertThatThrownBy(() -> NodeTester.node(DEFINITION, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(reason);
    }

    @Test
    void refusesAPathThatIsTooLong() {
        assertThatThrownBy(() -> node("$" + ".a".repeat(500)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("jsonPath: size must be between 0 and 1000");
    }

    /** A quotation mark begins no text where it belongs to a name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "$.l[?(@.name =~ /(a+)+b/)]",
                "$.it's[?(@.name =~ /(a+)+b/)]",
                "$.five\"[?(@.name =~ /(a+)+b/)]"
            })
    void refusesRegularExpressions(String path) {
        assertThatThrownBy(() -> node(path))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage(
                        "jsonPath: must not contain a regular expression (=~), but is \"%s\""
                                .formatted(path));
    }

    @Test
    void takesTheSignsOfARegularExpressionInATextThatEscapesThem() {
        assertThat(found("$['a\\u003d~b']", NodeTester.telemetry("{\"a=~b\":1}"))).isEqualTo("1");
        assertThat(found("$[?(@ == 'it\\'s \\u003d~')]", NodeTester.telemetry("[\"it's =~\",1]")))
                .isEqualTo("[\"it's =~\"]");
    }

    private static RuleNode node(String path) {
        return NodeTester.node(
                DEFINITION,
                JsonMapper.shared().createObjectNode().put("jsonPath", path).toString());
    }

    private static String found(String path, RuleMessage message) {
        return ((NodeResult.Next) NodeTester.run(node(path), message)).message().payload().text();
    }
}
