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

class MessageToEmailNodeTest {

    private static final NodeDefinition<?> DEFINITION = MessageToEmailNode.definition();

    @Test
    void writesOfATemperatureByDefault() {
        RuleNode node =
                NodeTester.node(
                        DEFINITION,
                        NodeCatalogue.of(List.of(DEFINITION)).defaultsOf(DEFINITION).toString());
        RuleMessage message =
                message(
                        "{\"temperature\":30.5}",
                        "userEmail",
                        "a@example.com,b@example.com",
                        "deviceType",
                        "boiler",
                        "deviceName",
                        "B1");

        assertThat(email(node, message))
                .isEqualTo(
                        "{\"from\":\"info@testmail.org\",\"to\":\"a@example.com,b@example.com\","
                                + "\"cc\":null,\"bcc\":null,\"subject\":\"High temperature of a boiler\","
                                + "\"body\":\"B1 reports a temperature of 30.5.\","
                                + "\"images\":null,\"html\":false}");
    }

    @Test
    void namesTheKindOfItsBodyAsThingsBoardDoes() {
        assertThat(
                        NodeCatalogue.of(List.of(DEFINITION))
                                .defaultsOf(DEFINITION)
                                .path("mailBodyType")
                                .stringValue())
                .isEqualTo("false");
    }

    @Test
    void changesTypeAndPayloadOnly() {
        RuleMessage message = message("{\"t\":1}", "m", "1");

        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node("{}"), message);

        assertThat(next.labels()).containsExactly(NodeResult.SUCCESS);
        assertThat(next.message())
                .isEqualTo(message.withType("SEND_EMAIL").withPayload(next.message().payload()));
    }

    @Test
    void resolvesEachTemplate() {
        RuleNode node =
                node(
                        """
                        {"fromTemplate":"${m} $[a] 1","toTemplate":"${m} $[a] 2","ccTemplate":"${m} $[a] 3",
                         "bccTemplate":"${m} $[a] 4","subjectTemplate":"${m} $[a] 5","bodyTemplate":"${m} $[a] 6"}\
                        """);

        assertThat(email(node, message("{\"a\":\"A\"}", "m", "M")))
                .isEqualTo(
                        "{\"from\":\"M A 1\",\"to\":\"M A 2\",\"cc\":\"M A 3\",\"bcc\":\"M A 4\","
                                + "\"subject\":\"M A 5\",\"body\":\"M A 6\",\"images\":null,\"html\":false}");
    }

    @Test
    void leavesPlacesWithoutAValueAsTheyAre() {
        assertThat(email(node("{\"toTemplate\":\"${no} $[no]\"}"), message("{}")))
                .contains("\"to\":\"${no} $[no]\"");
    }

    @Test
    void writesNullForTemplatesThatAreMissingOrEmpty() {
        RuleNode node = node("{\"fromTemplate\":null,\"toTemplate\":\"\"}");

        assertThat(email(node, message("no JSON")))
                .isEqualTo(
                        "{\"from\":null,\"to\":null,\"cc\":null,\"bcc\":null,\"subject\":null,"
                                + "\"body\":null,\"images\":null,\"html\":false}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "mailBodyType":"false"                                  | false
                    "mailBodyType":"true"                                   | true
                    "mailBodyType":null                                     | false
                    "isHtmlTemplate":"true"                                 | false
                    "mailBodyType":"false","isHtmlTemplate":"true"          | false
                    "mailBodyType":"dynamic","isHtmlTemplate":"true"        | true
                    "mailBodyType":"dynamic","isHtmlTemplate":"${html}"     | true
                    "mailBodyType":"dynamic","isHtmlTemplate":"$[html]"     | false
                    "mailBodyType":"dynamic","isHtmlTemplate":"${no}"       | false
                    "mailBodyType":"dynamic","isHtmlTemplate":"yes"         | false
                    "mailBodyType":"dynamic","isHtmlTemplate":null          | false
                    "mailBodyType":"dynamic"                                | false
                    """)
    void saysWhetherTheBodyIsHtml(String type, boolean html) {
        assertThat(email(node("{%s}".formatted(type)), message("{\"html\":false}", "html", "TRUE")))
                .endsWith("\"html\":%s}".formatted(html));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"logo":"data:image/png;base64,AA=="} | {"logo":"data:image/png;base64,AA=="}
                    {}   | {}
                    null | null
                    ''   | null
                    """)
    void bringsTheImagesOfTheMetadata(String images, String written) {
        assertThat(email(node("{}"), message("{}", "images", images)))
                .contains("\"images\":%s,".formatted(written));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    picture    | images: must be a JSON object of texts in the metadata, not "picture"
                    ["a"]      | images: must be a JSON object of texts in the metadata, not "["a"]"
                    {"a":{}}   | images.a: must be a text in the metadata, not {}
                    {"a":null} | images.a: must be a text in the metadata, not null
                    """)
    void failsForImagesThatAreNone(String images, String reason) {
        RuleMessage message = message("{}", "images", images);

        assertThat(NodeTester.run(node("{}"), message))
                .isEqualTo(new NodeResult.Failed(message, reason));
    }

    @Test
    void failsWhereATemplateAsksForAPayloadThatIsNoJson() {
        RuleMessage message = message("");

        assertThat(NodeTester.run(node("{\"bodyTemplate\":\"$[a]\"}"), message))
                .isEqualTo(new NodeResult.Failed(message, "the payload is not JSON: it is empty"));
    }

    @Test
    void refusesAKindOfBodyThatDoesNotExist() {
        assertThatThrownBy(() -> node("{\"mailBodyType\":\"markdown\"}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("mailBodyType: \"markdown\" is not one of false, true, dynamic");
    }

    private static RuleNode node(String configuration) {
        return NodeTester.node(DEFINITION, configuration);
    }

    private static RuleMessage message(String payload, String... metadata) {
        return NodeTester.message("T", payload, metadata);
    }

    private static String email(RuleNode node, RuleMessage message) {
        return ((NodeResult.Next) NodeTester.run(node, message)).message().payload().text();
    }
}
