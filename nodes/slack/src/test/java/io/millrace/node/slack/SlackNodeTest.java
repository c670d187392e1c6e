// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.slack;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.wireMockConfig;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.tomakehurst.wiremock.WireMockServer;
import io.millrace.message.RuleMessage;
import io.millrace.rule.http.ApacheHttpClients;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.testkit.Answer;
import io.millrace.testkit.NodePage;
import io.millrace.testkit.NodeUnderTest;
import io.millrace.testkit.RecordingPorts;
import io.millrace.testkit.Relay;
import io.millrace.testkit.TestMessages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The node against an HTTP server that answers as Slack's Web API documents it. */
class SlackNodeTest {

    private static final String PATH = "/chat.postMessage";
    private static final String OWN =
            """
            {"botToken": "xoxb-secret", "messageTemplate": "Line ${line}: $[temperature] °C",
             "conversation": {"type": "DIRECT", "id": "C42", "name": "plant", "title": "ignored"}}
            """;

    private final WireMockServer slack = new WireMockServer(wireMockConfig().dynamicPort());
    private final RecordingPorts ports = new RecordingPorts();
    private final ApacheHttpClients clients =
            new ApacheHttpClients(ApacheHttpClients.Settings.DEFAULT, ports.addresses());
    private final NodeDefinition<?> definition =
            SlackNode.definition(clients, ports.sends(), ports::setting);
    private final List<NodeUnderTest> nodes = new ArrayList<>();

    @BeforeEach
    void start() {
        slack.start();
        ports.set("slack.url", "http://127.0.0.1:" + slack.port());
    }

    @AfterEach
    void stop() {
        nodes.forEach(NodeUnderTest::close);
        clients.close();
        ports.close();
        slack.stop();
    }

    @Test
    void postsTheTextToTheConversation() {
        slack.stubFor(post(PATH).willReturn(okJson("{\"ok\": true, \"ts\": \"1.2\"}")));

        Answer answer = send(node(OWN));

        assertThat(answer.label()).as(answer.error()).isEqualTo("Success");
        assertThat(answer.payload()).isEqualTo("{\"temperature\":21.5}");
        slack.verify(
                postRequestedFor(urlEqualTo(PATH))
                        .withHeader("Authorization", equalTo("Bearer xoxb-secret"))
                        .withRequestBody(
                                equalToJson(
                                        "{\"channel\": \"C42\", \"text\": \"Line 7: 21.5 °C\"}")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    200 | {"ok": false, "error": "channel_not_found"} | channel_not_found
                    200 | {"ok": false, "error": "invalid_auth"}      | invalid_auth
                    429 | {"ok": false, "error": "ratelimited"}       | it limits the rate of messages (status 429)
                    500 | {}                                          | status 500
                    503 | Service Unavailable                         | status 503
                    """)
    void whatSlackRefusesFailsWithItsReason(int status, String body, String reason) {
        slack.stubFor(post(PATH).willReturn(aResponse().withStatus(status).withBody(body)));

        Answer answer = send(node(OWN));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).endsWith("Slack refused the message: " + reason);
        assertThat(answer.message().metadata().get("error")).doesNotContain("xoxb-secret");
    }

    @Test
    void aNodeGoesOnAfterSlackWasAway() throws Exception {
        slack.stubFor(post(PATH).willReturn(okJson("{\"ok\": true}")));
        try (Relay relay = Relay.to(slack.port())) {
            ports.set("slack.url", "http://127.0.0.1:" + relay.port());
            NodeUnderTest node = node(OWN);
            relay.cut();
            assertThat(send(node).label()).isEqualTo("Failure");

            relay.restore();

            assertThat(send(node).label()).isEqualTo("Success");
        }
    }

    @Test
    void aSilentServerFailsAsATimeout() {
        slack.stubFor(post(PATH).willReturn(okJson("{\"ok\": true}").withFixedDelay(15_000)));

        Answer answer = node(OWN).waiting(Duration.ofSeconds(30)).send(message());

        assertThat(((NodeResult.Failed) answer.result()).timedOut()).isTrue();
    }

    @Test
    void anAddressThatIsNotAllowedIsRefused() {
        ports.allowOnly("192.0.2.1");

        assertThat(send(node(OWN)).error()).contains("127.0.0.1, port").contains("is refused");
    }

    @Test
    void usesTheBotOfTheInstallation() {
        slack.stubFor(post(PATH).willReturn(okJson("{\"ok\": true}")));
        ports.set("slack.token", "xoxb-system");

        Answer answer =
                send(
                        node(
                                OWN.replace(
                                        "\"botToken\"",
                                        "\"useSystemSettings\": true, \"botToken\"")));

        assertThat(answer.label()).isEqualTo("Success");
        slack.verify(
                postRequestedFor(urlEqualTo(PATH))
                        .withHeader("Authorization", equalTo("Bearer xoxb-system")));
    }

    @Test
    void withoutATokenMessagesFail() {
        assertThat(send(node(OWN.replace("xoxb-secret", ""))).error())
                .isEqualTo("botToken: must not be blank");
        assertThat(
                        send(node(
                                        OWN.replace(
                                                "\"botToken\"",
                                                "\"useSystemSettings\": true, \"botToken\"")))
                                .error())
                .contains("MILLRACE_NODES_SLACK_TOKEN");
    }

    @Test
    void aConversationIsRequired() {
        assertThatThrownBy(() -> node("{\"messageTemplate\": \"a\"}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("conversation");
    }

    @Test
    void itsPageIsUpToDate() throws IOException {
        NodePage.verify(definition, Path.of("node.md"));
    }

    private static Answer send(NodeUnderTest node) {
        return node.send(message());
    }

    private static RuleMessage message() {
        RuleMessage message = TestMessages.telemetry("{\"temperature\":21.5}");
        return message.withMetadata(message.metadata().with("line", "7"));
    }

    private NodeUnderTest node(String configuration) {
        NodeUnderTest node = NodeUnderTest.of(definition, configuration);
        nodes.add(node);
        return node;
    }
}
