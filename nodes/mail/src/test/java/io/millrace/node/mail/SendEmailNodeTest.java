// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.testkit.Answer;
import io.millrace.testkit.NodePage;
import io.millrace.testkit.NodeUnderTest;
import io.millrace.testkit.RecordingPorts;
import io.millrace.testkit.Relay;
import io.millrace.testkit.TestMessages;
import jakarta.mail.Message;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The node against a real SMTP server. */
class SendEmailNodeTest {

    private final GreenMail server =
            new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private final RecordingPorts ports = new RecordingPorts();
    private final List<NodeUnderTest> nodes = new ArrayList<>();

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        nodes.forEach(NodeUnderTest::close);
        ports.close();
        server.stop();
    }

    @Test
    void sendsAnEmailToAllItsRecipients() throws Exception {
        Answer answer =
                node("").send(
                                email(
                                        """
                                        {"from": "plant@example.org", "to": "a@example.org, b@example.org",
                                         "cc": "c@example.org", "bcc": "d@example.org",
                                         "subject": "Température élevée", "body": "42 °C", "html": false}
                                        """));

        assertThat(answer.label()).as(answer.error()).isEqualTo("Success");
        assertThat(server.getReceivedMessages()).hasSize(4);
        MimeMessage received = server.getReceivedMessages()[0];
        assertThat(received.getFrom()).containsExactly(new InternetAddress("plant@example.org"));
        assertThat(received.getRecipients(Message.RecipientType.TO))
                .containsExactly(
                        new InternetAddress("a@example.org"), new InternetAddress("b@example.org"));
        assertThat(received.getRecipients(Message.RecipientType.CC))
                .containsExactly(new InternetAddress("c@example.org"));
        assertThat(received.getRecipients(Message.RecipientType.BCC)).isNull();
        assertThat(received.getSubject()).isEqualTo("Température élevée");
        assertThat(received.getContent().toString().strip()).isEqualTo("42 °C");
        assertThat(received.getContentType()).startsWith("text/plain");
    }

    @Test
    void aBodyInHtmlComesWithItsPictures() throws Exception {
        node("").send(
                        email(
                                """
                                {"from": "plant@example.org", "to": "a@example.org", "subject": "s",
                                 "body": "<img src='cid:chart'>", "html": true,
                                 "images": {"chart": "data:image/gif;base64,R0lGODdh"}}
                                """));

        MimeMultipart parts = (MimeMultipart) server.getReceivedMessages()[0].getContent();
        assertThat(parts.getContentType()).startsWith("multipart/related");
        assertThat(parts.getBodyPart(0).getContentType()).startsWith("text/html");
        assertThat(parts.getBodyPart("<chart>").getContentType()).isEqualTo("image/gif");
        assertThat(parts.getBodyPart("<chart>").getInputStream().readAllBytes())
                .asString()
                .isEqualTo("GIF87a");
    }

    @Test
    void aSubjectWithLineBreaksAddsNoHeader() throws Exception {
        node("").send(
                        email(
                                """
                                {"from": "plant@example.org", "to": "a@example.org",
                                 "subject": "s\\r\\nX-Injected: yes", "body": "b"}
                                """));

        assertThat(server.getReceivedMessages()[0].getHeader("X-Injected")).isNull();
        assertThat(server.getReceivedMessages()[0].getSubject()).isEqualTo("s X-Injected: yes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    {"from": "a@example.org", "subject": "s"}                     | to: must not be blank
                    {"from": "a@example.org", "to": " "}                          | to: must not be blank
                    {"from": "a@example.org", "to": 7}                            | to: must be a text, not 7
                    {"to": "a@example.org"}                                       | from: must not be blank
                    {"from": "a@example.org", "to": "not an address"}             | Local address contains
                    {"from": "a@example.org", "to": "b", "images": {"x": "?"}}    | images.x: must be Base64
                    """)
    void anEmailThatCannotBeSentFails(String email, String reason) {
        Answer answer = node("").send(email(email));

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.error()).contains(reason);
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aMessageOfAnotherTypeFails() {
        Answer answer = node("").send(TestMessages.telemetry("{}"));

        assertThat(answer.error())
                .isEqualTo(
                        "the message must be of type SEND_EMAIL, which the node \"to email\" creates, not POST_TELEMETRY_REQUEST");
    }

    @Test
    void signsInAtTheServer() {
        server.setUser("plant@example.org", "plant", "right");

        assertThat(node(", \"username\": \"plant\", \"password\": \"right\"").send(email()).label())
                .isEqualTo("Success");
    }

    @Test
    void wrongCredentialsFailAndStaySecret() {
        server.setUser("plant@example.org", "plant", "right");

        Answer answer =
                node(", \"username\": \"plant\", \"password\": \"wrong-secret\"").send(email());

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(answer.message().metadata().get("error"))
                .contains("AuthenticationFailedException")
                .doesNotContain("wrong-secret");
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aNodeGoesOnAfterItsServerWasAway() throws Exception {
        try (Relay relay = Relay.to(server.getSmtp().getPort())) {
            NodeUnderTest node = node(relay.port(), "");
            relay.cut();
            assertThat(node.send(email()).label()).isEqualTo("Failure");

            relay.restore();

            assertThat(node.send(email()).label()).isEqualTo("Success");
        }
    }

    @Test
    void aSilentServerFailsAsATimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Answer answer = node(silent.getLocalPort(), ", \"timeout\": 2000").send(email());

            assertThat(answer.error()).endsWith("within 2000 ms");
            assertThat(((NodeResult.Failed) answer.result()).timedOut()).isTrue();
        }
    }

    @Test
    void anAddressThatIsNotAllowedIsRefused() {
        ports.allowOnly("192.0.2.1");

        Answer answer = node("").send(email());

        assertThat(answer.error()).contains("127.0.0.1, port").contains("is refused");
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aServerWithoutStarttlsGetsNothingIfTlsIsEnabled() {
        Answer answer = node(", \"enableTls\": true").send(email());

        assertThat(answer.label()).isEqualTo("Failure");
        assertThat(server.getReceivedMessages()).isEmpty();
    }

    @Test
    void aCertificateThatTheJvmDoesNotTrustIsRefused() {
        GreenMail secure =
                new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTPS));
        secure.start();
        try {
            Answer answer =
                    node(secure.getSmtps().getPort(), ", \"smtpProtocol\": \"smtps\"")
                            .send(email());

            assertThat(answer.label()).isEqualTo("Failure");
            assertThat(answer.message().metadata().get("error")).contains("MessagingException");
            assertThat(secure.getReceivedMessages()).isEmpty();
        } finally {
            secure.stop();
        }
    }

    @Test
    void theOperatorsServerIsUsedWhereverItIsAndItsSenderIsTheDefault() throws Exception {
        ports.set("mail.host", "127.0.0.1");
        ports.set("mail.port", Integer.toString(server.getSmtp().getPort()));
        ports.set("mail.from", "system@example.org");
        ports.allowOnly("192.0.2.1");
        NodeUnderTest node = made("{\"useSystemSmtpSettings\": true}");

        assertThat(node.send(email("{\"to\": \"a@example.org\", \"body\": \"b\"}")).label())
                .isEqualTo("Success");

        assertThat(server.getReceivedMessages()[0].getFrom())
                .containsExactly(new InternetAddress("system@example.org"));
        assertThat(GreenMailUtil.getBody(server.getReceivedMessages()[0]).strip()).isEqualTo("b");
    }

    @Test
    void withoutAServerOfTheOperatorMessagesFailWithTheSettingsName() {
        NodeUnderTest node = made("{\"useSystemSmtpSettings\": true}");

        assertThat(node.send(email()).error()).contains("MILLRACE_NODES_MAIL_HOST");
    }

    @Test
    void aServerWithoutANameIsRefused() {
        assertThatThrownBy(() -> made("{\"smtpPort\": 25}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessage("smtpHost: must not be blank");
    }

    @Test
    void itsPageIsUpToDate() throws IOException {
        NodePage.verify(SendEmailNode.definition(ports), Path.of("node.md"));
    }

    private NodeUnderTest node(String fields) {
        return node(server.getSmtp().getPort(), fields);
    }

    private NodeUnderTest node(int port, String fields) {
        return made("{\"smtpHost\": \"127.0.0.1\", \"smtpPort\": %d%s}".formatted(port, fields));
    }

    private NodeUnderTest made(String configuration) {
        NodeUnderTest node = NodeUnderTest.of(SendEmailNode.definition(ports), configuration);
        nodes.add(node);
        return node;
    }

    private static RuleMessage email() {
        return email(
                """
                {"from": "plant@example.org", "to": "a@example.org", "subject": "s", "body": "b"}
                """);
    }

    private static RuleMessage email(String json) {
        return TestMessages.telemetry(json).withType("SEND_EMAIL");
    }
}
