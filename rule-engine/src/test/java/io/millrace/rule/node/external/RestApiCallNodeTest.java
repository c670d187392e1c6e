// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.rule.http.HttpCall;
import io.millrace.rule.http.HttpCall.Header;
import io.millrace.rule.http.HttpCalls;
import io.millrace.rule.http.HttpClientSettings;
import io.millrace.rule.http.HttpReply;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RestApiCallNodeTest {

    private final List<HttpCall> calls = new ArrayList<>();
    private final List<HttpClientSettings> opened = new ArrayList<>();
    private CompletionStage<HttpReply> reply = reply(200, "{\"ok\":true}");
    private boolean closed;

    private final NodeDefinition<?> definition =
            RestApiCallNode.definition(settings -> {
                opened.add(settings);
                return new FakeCalls();
            });

    @Test
    void fillsAddressHeadersAndBodyFromTheMessage() {
        RuleMessage message =
                NodeTester.message(
                        "T", "{\"t\":22.5}", "device", "my boiler", "key", "X-Key", "token", "abc");
        run(
                "POST",
                "\"restEndpointUrlPattern\":\"http://h/${device}?t=$[t]\",\"headers\":{\"Content-Type\":\"application/json\",\"${key}\":\"Bearer ${token}\"}",
                message);

        assertThat(calls)
                .containsExactly(
                        new HttpCall(
                                "POST",
                                URI.create("http://h/my%20boiler?t=22.5"),
                                List.of(
                                        new Header("Content-Type", "application/json"),
                                        new Header("X-Key", "Bearer abc")),
                                message.payload(),
                                Duration.ofSeconds(20),
                                256 * 1_024));
        assertThat(opened)
                .containsExactly(new HttpClientSettings(NodeTester.TENANT, 64, null, null));
    }

    @Test
    void putsTheAnswerIntoPayloadAndMetadata() {
        reply =
                CompletableFuture.completedStage(
                        new HttpReply(
                                201,
                                Map.of("x-one", List.of("1"), "x-two", List.of("a", "b")),
                                Payload.ofText("not even json")));
        RuleMessage message = NodeTester.message("T", "{}", "kept", "yes");

        assertThat(run("POST", "", message))
                .isInstanceOfSatisfying(
                        NodeResult.Next.class,
                        next -> {
                            assertThat(next.labels()).containsExactly("Success");
                            assertThat(next.message().id()).isEqualTo(message.id());
                            assertThat(next.message().payload().text()).isEqualTo("not even json");
                            assertThat(next.message().metadata().values())
                                    .containsOnly(
                                            Map.entry("kept", "yes"),
                                            Map.entry("status", "CREATED"),
                                            Map.entry("statusCode", "201"),
                                            Map.entry("statusReason", "Created"),
                                            Map.entry("x-one", "1"),
                                            Map.entry("x-two", "[\"a\",\"b\"]"));
                        });
    }

    @Test
    void makesAnEmptyObjectOutOfAnEmptyAnswer() {
        reply = reply(204, "");

        assertThat(run("POST", "", NodeTester.telemetry("{\"t\":1}")))
                .isInstanceOfSatisfying(
                        NodeResult.Next.class,
                        next -> assertThat(next.message().payload().text()).isEqualTo("{}"));
    }

    @Test
    void readsTheAnswerInItsEncoding() {
        reply =
                CompletableFuture.completedStage(
                        new HttpReply(
                                200,
                                Map.of("Content-Type", List.of("text/plain; charset=ISO-8859-1")),
                                Payload.of("ü".getBytes(StandardCharsets.ISO_8859_1))));

        assertThat(run("GET", "", NodeTester.telemetry("{}")))
                .isInstanceOfSatisfying(
                        NodeResult.Next.class,
                        next -> assertThat(next.message().payload().text()).isEqualTo("ü"));
    }

    @Test
    void readsAnAnswerAsUtf8ThatDoesNotNameItsEncoding() {
        reply =
                CompletableFuture.completedStage(
                        new HttpReply(
                                200,
                                Map.of("X-Older-Type", List.of("text/plain; charset=ISO-8859-1")),
                                Payload.ofText("ü")));

        assertThat(run("GET", "", NodeTester.telemetry("{}")))
                .isInstanceOfSatisfying(
                        NodeResult.Next.class,
                        next -> assertThat(next.message().payload().text()).isEqualTo("ü"));
    }

    @ParameterizedTest
    @CsvSource({"400,Bad Request", "404,Not Found", "500,Internal Server Error", "599,''"})
    void failsForAnErrorStatus(int status, String reason) {
        reply = reply(status, "no such thing");
        RuleMessage message = NodeTester.telemetry("{\"t\":1}");

        assertThat(run("POST", "", message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.error())
                                    .isEqualTo("HTTP %d %s".formatted(status, reason).strip());
                            assertThat(failed.message().payload()).isEqualTo(message.payload());
                            assertThat(failed.message().metadata().values())
                                    .containsOnly(
                                            Map.entry("error", failed.error()),
                                            Map.entry("status", reason),
                                            Map.entry("statusCode", Integer.toString(status)),
                                            Map.entry("error_body", "no such thing"));
                        });
    }

    @Test
    void namesAStatusThatIsNotRegisteredByItsDigits() {
        reply = reply(299, "{}");

        assertThat(run("GET", "", NodeTester.telemetry("{}")))
                .isInstanceOfSatisfying(
                        NodeResult.Next.class,
                        next ->
                                assertThat(next.message().metadata().values())
                                        .containsOnly(
                                                Map.entry("status", "299"),
                                                Map.entry("statusCode", "299"),
                                                Map.entry("statusReason", "")));
    }

    @ParameterizedTest
    @CsvSource({"199,failure", "200,success", "299,success", "300,failure"})
    void takesAStatusFrom200To299ForASuccess(int status, String outcome) {
        reply = reply(status, "{}");

        assertThat(run("GET", "", NodeTester.telemetry("{}")))
                .isInstanceOf(
                        outcome.equals("success")
                                ? NodeResult.Next.class
                                : NodeResult.Failed.class);
    }

    @Test
    void failsForARedirectWithoutAnErrorInTheMetadata() {
        reply =
                CompletableFuture.completedStage(
                        new HttpReply(
                                302, Map.of("location", List.of("/b")), Payload.ofText("moved")));

        assertThat(run("GET", "", NodeTester.telemetry("{}")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed ->
                                assertThat(failed.message().metadata().values())
                                        .containsOnly(
                                                Map.entry("location", "/b"),
                                                Map.entry("status", "FOUND"),
                                                Map.entry("statusCode", "302"),
                                                Map.entry("statusReason", "Found"),
                                                Map.entry("error_body", "moved")));
    }

    @Test
    void failsWhereThereIsNoAnswer() {
        reply = CompletableFuture.failedStage(new IOException("connection refused"));

        assertThat(run("POST", "", NodeTester.telemetry("{}")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.error()).isEqualTo("connection refused");
                            assertThat(failed.message().metadata().get("error"))
                                    .isEqualTo("class java.io.IOException: connection refused");
                        });
    }

    @ParameterizedTest
    @CsvSource({"POST,true", "PUT,true", "PATCH,true", "DELETE,true", "GET,false", "HEAD,false"})
    void sendsABodyByTheMethodsThatHaveOne(String method, boolean body) {
        run(method, "", NodeTester.telemetry("{\"t\":1}"));

        assertThat(calls.getFirst().body() != null).isEqualTo(body);
    }

    @Test
    void sendsNoBodyWhereItIsToldTo() {
        run("POST", "\"ignoreRequestBody\":true", NodeTester.telemetry("not json"));

        assertThat(calls.getFirst().body()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            textBlock =
                    """
                    "quoted \\" text"  | quoted " text
                    ""                 | ''
                    "                  | "
                    plain text         | plain text
                    {"t":1}            | {"t":1}
                    """)
    void sendsPlainTextWithoutItsQuotes(String payload, String sent) {
        run("POST", "\"parseToPlainText\":true", NodeTester.telemetry(payload));

        assertThat(calls.getFirst().body()).hasToString(sent);
    }

    @Test
    void failsForAPayloadThatIsNotJson() {
        assertThat(run("POST", "", NodeTester.telemetry("not json")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).startsWith("the payload is not JSON"));
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"h/path", "ftp://h/", "${missing}/x"})
    void failsForAnAddressThatIsNone(String address) {
        assertThat(
                        run(
                                "POST",
                                "\"restEndpointUrlPattern\":\"%s\"".formatted(address),
                                NodeTester.telemetry("{}")))
                .isInstanceOf(NodeResult.Failed.class);
        assertThat(calls).isEmpty();
    }

    @Test
    void namesItselfByUserAndPassword() {
        run(
                "GET",
                "\"credentials\":{\"type\":\"basic\",\"username\":\"u\",\"password\":\"pä\",\"more\":1}",
                NodeTester.telemetry("{}"));

        assertThat(calls.getFirst().headers())
                .contains(new Header("Authorization", "Basic dTpww6Q="));
    }

    @Test
    void namesItselfByUserAloneWhereThereIsNoPassword() {
        run(
                "GET",
                "\"credentials\":{\"type\":\"basic\",\"username\":\"u\"}",
                NodeTester.telemetry("{}"));

        assertThat(calls.getFirst().headers()).contains(new Header("Authorization", "Basic dTo="));
    }

    @Test
    void handsItsCertificatesToTheClient() {
        node(
                "\"restEndpointUrlPattern\":\"https://h/\",\"requestMethod\":\"GET\",\"credentials\":{\"type\":\"cert.PEM\",\"caCert\":\"A\",\"cert\":\" \",\"caCertFileName\":\"ca.pem\"}");

        assertThat(opened)
                .singleElement()
                .satisfies(settings -> {
                    var tls = requireNonNull(settings.tls());
                    assertThat(tls.caCert()).isEqualTo("A");
                    assertThat(tls.cert()).isNull();
                });
    }

    @Test
    void limitsTimeAndSizeAsConfigured() {
        run(
                "GET",
                "\"readTimeoutMs\":1500,\"maxInMemoryBufferSizeInKb\":2",
                NodeTester.telemetry("{}"));

        assertThat(calls.getFirst().timeout()).isEqualTo(Duration.ofMillis(1_500));
        assertThat(calls.getFirst().largestReply()).isEqualTo(2_048);
    }

    @ParameterizedTest
    @CsvSource({"-1,256", "0,256", "1,1", "25000,25000"})
    void takesNoSizeForTheDefaultOne(int configured, int kibibytes) {
        run("GET", "\"maxInMemoryBufferSizeInKb\":" + configured, NodeTester.telemetry("{}"));

        assertThat(calls.getFirst().largestReply()).isEqualTo(kibibytes * 1_024);
    }

    @Test
    void makesOnlySoManyCallsAtOnce() throws Exception {
        CompletableFuture<HttpReply> slow = new CompletableFuture<>();
        reply = slow;
        RuleNode node =
                node(
                        "\"restEndpointUrlPattern\":\"http://h/\",\"requestMethod\":\"GET\",\"maxParallelRequestsCount\":1");
        RuleMessage message = NodeTester.telemetry("{}");
        NodeResult first = node.process(message);
        NodeResult second = node.process(message);
        assertThat(calls).hasSize(1);

        slow.complete(new HttpReply(200, Map.of(), Payload.ofText("x")));

        assertThat(NodeTester.settle(first, message)).isInstanceOf(NodeResult.Next.class);
        assertThat(NodeTester.settle(second, message)).isInstanceOf(NodeResult.Next.class);
        assertThat(calls).hasSize(2);
    }

    @Test
    void failsWhenThereIsNoRoomForACallInTime() throws Exception {
        reply = new CompletableFuture<>();
        RuleNode node =
                node(
                        "\"restEndpointUrlPattern\":\"http://h/\",\"requestMethod\":\"GET\",\"maxParallelRequestsCount\":1,\"readTimeoutMs\":1");
        RuleMessage message = NodeTester.telemetry("{}");
        node.process(message);

        assertThat(NodeTester.run(node, message))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.error()).startsWith("The node is full");
                            assertThat(failed.timedOut()).isTrue();
                        });
    }

    @Test
    void saysOfAnAnswerThatDidNotComeInTimeThatItTimedOut() {
        reply = CompletableFuture.failedFuture(new HttpTimeoutException("no answer within PT1S"));

        assertThat(run("GET", "", NodeTester.telemetry("{}")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> {
                            assertThat(failed.error()).isEqualTo("no answer within PT1S");
                            assertThat(failed.timedOut()).isTrue();
                        });
    }

    @Test
    void saysOfAServerThatCannotBeReachedThatItFailed() {
        reply = CompletableFuture.failedFuture(new IOException("connection refused"));

        assertThat(run("GET", "", NodeTester.telemetry("{}")))
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class, failed -> assertThat(failed.timedOut()).isFalse());
    }

    @Test
    void closesItsClient() {
        node("\"restEndpointUrlPattern\":\"http://h/\",\"requestMethod\":\"GET\"").close();

        assertThat(closed).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    "restEndpointUrlPattern":" " | restEndpointUrlPattern:
                    "requestMethod":null | requestMethod:
                    "readTimeoutMs":-1 | readTimeoutMs:
                    "maxParallelRequestsCount":-1 | maxParallelRequestsCount:
                    "maxInMemoryBufferSizeInKb":25001 | maxInMemoryBufferSizeInKb:
                    "useSimpleClientHttpFactory":true,"credentials":{"type":"cert.PEM"} | useSimpleClientHttpFactory:
                    "credentials":{"type":"basic"} | credentials.username:
                    "enableProxy":true | proxyHost:
                    """)
    void refusesAConfigurationThatCannotWork(String field, String message) {
        assertThatThrownBy(() ->
                        node(
                                "\"restEndpointUrlPattern\":\"http://h/\",\"requestMethod\":\"GET\","
                                        + field))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    0 | {"trimDoubleQuotes":true} | {"parseToPlainText":true,"maxInMemoryBufferSizeInKb":256}
                    0 | {"trimDoubleQuotes":true,"parseToPlainText":false} | {"parseToPlainText":false,"maxInMemoryBufferSizeInKb":256}
                    1 | {"useRedisQueueForMsgPersistence":false,"trimQueue":true,"maxQueueSize":5,"a":1} | {"a":1,"maxInMemoryBufferSizeInKb":256}
                    2 | {"maxInMemoryBufferSizeInKb":512} | {"maxInMemoryBufferSizeInKb":512}
                    """)
    void upgradesFromEachOlderVersion(int version, String older, String current) {
        assertThat(NodeTester.upgraded(definition, older, version)).hasToString(current);
    }

    private NodeResult run(String method, String fields, RuleMessage message) {
        String address =
                fields.contains("restEndpointUrlPattern")
                        ? ""
                        : "\"restEndpointUrlPattern\":\"http://h/\",";
        return NodeTester.run(
                node(
                        "%s\"requestMethod\":\"%s\"%s"
                                .formatted(address, method, fields.isEmpty() ? "" : "," + fields)),
                message);
    }

    private RuleNode node(String fields) {
        return NodeTester.node(definition, "{%s}".formatted(fields));
    }

    private static CompletionStage<HttpReply> reply(int status, String body) {
        return CompletableFuture.completedStage(
                new HttpReply(status, Map.of(), Payload.ofText(body)));
    }

    private final class FakeCalls implements HttpCalls {

        @Override
        public CompletionStage<HttpReply> call(HttpCall call) {
            calls.add(call);
            return reply;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
