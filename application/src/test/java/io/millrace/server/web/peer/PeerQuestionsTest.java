// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.millrace.queue.FreePorts;
import io.millrace.server.platform.peer.Peer;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.peer.PeerListener.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.request.ServletWebRequest;
import tools.jackson.databind.json.JsonMapper;

/** Questions to peers that answer, and to peers that do not. */
final class PeerQuestionsTest {

    /** For peers that answer, however busy the machine is. */
    private static final Duration LONG = Duration.ofSeconds(20);

    /** For peers that do not answer. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static final Duration SKIPPED = Duration.ofSeconds(5);
    private static final String PATH = "/api/count?limit=2";
    private static final long BYTES = 4_000;

    private final List<HttpServer> servers = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private final List<Peer> known = new CopyOnWriteArrayList<>();
    private final List<Reason> reasons = new CopyOnWriteArrayList<>();
    private final List<Headers> received = new CopyOnWriteArrayList<>();
    private final AtomicLong now = new AtomicLong();
    private final List<PeerCalls> calls = new ArrayList<>();
    private final PeerQuestions questions = questions(2, LONG);

    private record Count(int count, List<String> names) {}

    private PeerQuestions questions(int atOnce, Duration limit) {
        PeerCalls made = new PeerCalls(JsonMapper.shared(), limit);
        calls.add(made);
        return new PeerQuestions(
                "self",
                "",
                () -> known,
                made,
                new PeerConditions(SKIPPED, now::get),
                new PeerLimits(limit, SKIPPED, atOnce, BYTES * atOnce),
                reasons::add);
    }

    @AfterEach
    void stop() {
        end.countDown();
        servers.forEach(server -> server.stop(0));
        calls.forEach(PeerCalls::close);
    }

    @Test
    void collectsTheAnswersOfAllPeers() {
        peer("a", answering("a", "{\"count\":1,\"names\":[\"x\"]}"));
        peer("b", answering("b", "{\"count\":2,\"names\":[],\"added later\":true}"));
        Call call = new Call();

        PeerAnswers<Count> answers = call.ask();

        assertThat(answers.answers())
                .containsExactly(new Count(1, List.of("x")), new Count(2, List.of()));
        assertThat(answers.unanswered()).isNull();
        assertThat(call.response.getHeader("Millrace-Unanswered")).isNull();
        assertThat(reasons).isEmpty();
    }

    @Test
    void sendsTheCallersOwnTokenAndAsksForThePartOfTheInstance() {
        peer("a", answering("a", "{\"count\":1,\"names\":[]}"));
        Call call = new Call();
        call.request.addHeader("Cookie", "not=sent");

        call.ask();

        Headers headers = received.getFirst();
        assertThat(headers.getFirst("Authorization")).isEqualTo("Bearer token");
        assertThat(headers.getFirst("Millrace-Scope")).isEqualTo("instance");
        assertThat(headers.getFirst("Cookie")).isNull();
    }

    @Test
    void sendsTheTokenInTheHeaderThatCounts() {
        peer("a", answering("a", "{\"count\":1,\"names\":[]}"));
        Call call = new Call();
        call.request.addHeader("X-Authorization", "Bearer other");

        call.ask();

        assertThat(received.getFirst().getFirst("X-Authorization")).isEqualTo("Bearer other");
        assertThat(received.getFirst().getFirst("Authorization")).isNull();
    }

    @Test
    void asksNoPeerForTheAnswerOfOneInstance() {
        peer("a", answering("a", "{\"count\":1,\"names\":[]}"));
        Call call = new Call();
        call.request.addHeader("Millrace-Scope", "instance");

        assertThat(call.ask().answers()).isEmpty();
        assertThat(call.response.getHeader("Millrace-Instance")).isEqualTo("self");
        assertThat(received).isEmpty();
    }

    @Test
    void refusesAnUnknownScope() {
        Call call = new Call();
        call.request.addHeader("Millrace-Scope", "galaxy");

        assertThatThrownBy(call::ask)
                .isInstanceOf(ApiException.class)
                .hasMessage("Millrace-Scope: expected instance, got galaxy");
    }

    @Test
    void namesAPeerThatHangsAfterTheTimeLimitAndSkipsItForAWhile() {
        Duration limit = Duration.ofSeconds(5);
        PeerQuestions hurried = questions(2, limit);
        peer("works", answering("works", "{\"count\":1,\"names\":[]}"));
        // Loads the classes of the client, which takes time.
        new Call().ask();
        peer("hangs", this::hang);
        Call first = new Call();
        long began = System.nanoTime();

        assertThat(first.ask(hurried).answers()).hasSize(1);

        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isBetween(limit.minusMillis(50), limit.plusSeconds(10));
        assertThat(first.response.getHeader("Millrace-Unanswered"))
                .isEqualTo("hangs (no answer within 5 s)");
        Awaitility.await().until(() -> received.size() == 3);
        int asked = received.size();
        assertThat(new Call().ask(hurried).unanswered())
                .containsExactly(
                        new Unanswered(
                                "hangs",
                                "not asked, because it gave no answer within 5 s a moment ago"));
        assertThat(received).as("only the other one was asked").hasSize(asked + 1);

        now.addAndGet(SKIPPED.toNanos());
        new Call().ask(hurried);

        assertThat(reasons).containsExactly(Reason.TIMEOUT, Reason.SKIPPED, Reason.TIMEOUT);
    }

    @Test
    void namesAPeerWhoseAnswerTricklesBeyondTheTimeLimit() {
        peer(
                "trickles",
                exchange -> {
                    exchange.getResponseHeaders().set("Millrace-Instance", "trickles");
                    exchange.sendResponseHeaders(200, 0);
                    exchange.getResponseBody().write("{\"count\"".getBytes(UTF_8));
                    exchange.getResponseBody().flush();
                    await(end);
                });

        assertThat(new Call().ask(questions(2, SHORT)).unanswered())
                .containsExactly(new Unanswered("trickles", "no answer within 1 s"));
    }

    @Test
    void namesAPeerThatCannotBeReachedAndAsksItAgainAtOnce() {
        int port = FreePorts.take();
        known.add(new Peer("down", URI.create("http://127.0.0.1:" + port)));

        assertThat(new Call().ask().unanswered())
                .containsExactly(new Unanswered("down", "cannot be reached"));
        new Call().ask();

        assertThat(reasons).containsExactly(Reason.UNREACHABLE, Reason.UNREACHABLE);
    }

    @Test
    void namesPeersThatAnswerWithErrorsOrRedirectOrCannotBeUnderstood() {
        peer("refuses", answering(401, "refuses", "{}"));
        peer("fails", answering(500, "fails", "{}"));
        peer(
                "redirects",
                exchange -> {
                    exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
                    answering(302, "redirects", "").handle(exchange);
                });
        peer("mumbles", answering("mumbles", "<html>"));
        peer("shrugs", answering("shrugs", "null"));
        peer("talks", answering("talks", " ".repeat((int) BYTES)));
        peer("differs", answering("another", "{\"count\":1,\"names\":[]}"));
        Call call = new Call();

        PeerAnswers<Count> answers = call.ask();

        assertThat(answers.answers()).isEmpty();
        assertThat(answers.missing())
                .containsExactly(
                        new Unanswered("refuses", "answered with status 401"),
                        new Unanswered("fails", "answered with status 500"),
                        new Unanswered("redirects", "answered with status 302"),
                        new Unanswered("mumbles", "its answer cannot be read"),
                        new Unanswered("shrugs", "its answer cannot be read"),
                        new Unanswered("talks", "its answer is larger than 571 bytes"),
                        new Unanswered("differs", "another instance answers at its address"));
        assertThat(call.response.getHeader("Millrace-Unanswered"))
                .startsWith("refuses (answered with status 401), fails (");
    }

    @Test
    void writesNamesIntoTheHeaderThatAHeaderCannotCarry() {
        peer("Mühle\n1", answering(500, "", "{}"));
        Call call = new Call();

        call.ask();

        assertThat(call.response.getHeader("Millrace-Unanswered"))
                .isEqualTo("M?hle?1 (answered with status 500)");
    }

    @Test
    void asksNoPeerWhileTooManyRequestsDo() {
        peer("a", answering("a", "{\"count\":1,\"names\":[]}"));

        assertThat(new Call().ask(questions(0, SHORT)).unanswered())
                .containsExactly(
                        new Unanswered(
                                "a",
                                "not asked, because too many requests ask the other instances"));
        assertThat(received).isEmpty();
        assertThat(reasons).containsExactly(Reason.BUSY);
    }

    @Test
    void takesItsTurnWhenAnotherRequestHasItsAnswers() {
        peer("a", answering("a", "{\"count\":1,\"names\":[]}"));
        PeerQuestions one = questions(1, LONG);

        assertThat(new Call().ask(one).answers()).hasSize(1);
        assertThat(new Call().ask(one).answers()).hasSize(1);
    }

    /** A request to this instance. */
    private final class Call {

        private final MockHttpServletRequest request = new MockHttpServletRequest("GET", PATH);
        private final MockHttpServletResponse response = new MockHttpServletResponse();

        Call() {
            request.addHeader("Authorization", "Bearer token");
        }

        PeerAnswers<Count> ask() {
            return ask(questions);
        }

        PeerAnswers<Count> ask(PeerQuestions asked) {
            return asked.ask(new ServletWebRequest(request, response), PATH, Count.class);
        }
    }

    private void peer(String name, HttpHandler handler) {
        try {
            HttpServer server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
            server.setExecutor(Thread::startVirtualThread);
            server.createContext(
                    "/",
                    exchange -> {
                        assertThat(exchange.getRequestURI()).hasToString(PATH);
                        received.add(exchange.getRequestHeaders());
                        handler.handle(exchange);
                    });
            server.start();
            servers.add(server);
            known.add(
                    new Peer(
                            name, URI.create("http://127.0.0.1:" + server.getAddress().getPort())));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static HttpHandler answering(String name, String body) {
        return answering(200, name, body);
    }

    private static HttpHandler answering(int status, String name, String body) {
        return exchange -> {
            exchange.getResponseHeaders().set("Millrace-Instance", name);
            byte[] bytes = body.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            if (bytes.length > 0) {
                exchange.getResponseBody().write(bytes);
            }
            exchange.close();
        };
    }

    private void hang(HttpExchange exchange) {
        await(end);
        exchange.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
