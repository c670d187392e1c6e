// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.absent;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.millrace.message.Payload;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.http.HttpCall.Header;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.rule.outgoing.HostLookups;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.outgoing.OutgoingGuard;
import io.millrace.rule.outgoing.OutgoingRefusedException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApacheHttpClientsTest {

    private final WireMockServer server =
            new WireMockServer(WireMockConfiguration.options().dynamicPort());
    private static final TenantId TENANT = new TenantId(TimeOrderedUuid.next());
    private static final HttpClientSettings PLAIN = settings(null, null);

    private final Map<String, List<String>> names = new ConcurrentHashMap<>();
    private final List<String> resolved = new CopyOnWriteArrayList<>();
    private final HostLookups lookups = new HostLookups(this::resolve);
    private final ApacheHttpClients clients = allowing("127.0.0.1", "localhost", "host.invalid");
    private final ApacheHttpClients cautious = allowing();

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        clients.close();
        cautious.close();
        lookups.close();
        server.stop();
    }

    @Test
    void sendsMethodHeadersAndBody() {
        server.stubFor(
                any(anyUrl())
                        .willReturn(
                                aResponse()
                                        .withStatus(201)
                                        .withBody("made")
                                        .withHeader("X-A", "1", "2")));

        HttpReply reply =
                join(
                        open(PLAIN)
                                .call(
                                        new HttpCall(
                                                "POST",
                                                URI.create(server.url("/things?a=1")),
                                                List.of(new Header("X-Name", "v")),
                                                Payload.of(
                                                        "xbody".getBytes(StandardCharsets.UTF_8),
                                                        1,
                                                        4),
                                                Duration.ofSeconds(20),
                                                1_000))
                                .toCompletableFuture());

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.body().text()).isEqualTo("made");
        assertThat(reply.headers())
                .anySatisfy((name, values) -> {
                    assertThat(name).isEqualToIgnoringCase("X-A");
                    assertThat(values).containsExactly("1", "2");
                });
        server.verify(
                postRequestedFor(urlEqualTo("/things?a=1"))
                        .withHeader("X-Name", equalTo("v"))
                        .withRequestBody(equalTo("body")));
    }

    @Test
    void followsNoRedirect() {
        server.stubFor(
                any(urlEqualTo("/a"))
                        .willReturn(aResponse().withStatus(302).withHeader("Location", "/b")));

        assertThat(join(get("/a", Duration.ofSeconds(20), 1_000)).status()).isEqualTo(302);
        server.verify(0, getRequestedFor(urlEqualTo("/b")));
    }

    @Test
    void followsNoRedirectToAPrivateAddress() {
        WireMockServer secret = new WireMockServer(WireMockConfiguration.options().dynamicPort());
        secret.start();
        try {
            server.stubFor(
                    any(anyUrl())
                            .willReturn(
                                    aResponse()
                                            .withStatus(307)
                                            .withHeader("Location", secret.url("/"))));

            assertThat(join(get("/a", Duration.ofSeconds(20), 1_000)).status()).isEqualTo(307);
            assertThat(secret.getAllServeEvents()).isEmpty();
        } finally {
            secret.stop();
        }
    }

    @Test
    void refusesAPrivateAddress() {
        assertThatThrownBy(() ->
                        join(
                                cautious.open(PLAIN)
                                        .call(getCall(server.url("/")))
                                        .toCompletableFuture()))
                .cause()
                .isInstanceOf(OutgoingRefusedException.class)
                .hasMessageContainingAll(
                        "localhost (127.0.0.1), port " + server.port(),
                        "loopback",
                        "MILLRACE_OUTGOING_ALLOW",
                        "outgoingAllow");
        assertThat(server.getAllServeEvents()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://2130706433:%d/",
                "http://127.1:%d/",
                "http://0x7f.1:%d/",
                "http://[::1]:%d/",
                "http://[::ffff:127.0.0.1]:%d/",
                "http://[::127.0.0.1]:%d/",
                "http://user@127.0.0.1:%d/"
            })
    void refusesALoopbackAddressHoweverItIsWritten(String address) {
        CompletableFuture<HttpReply> reply =
                CompletableFuture.supplyAsync(() -> getCall(address.formatted(server.port())))
                        .thenCompose(cautious.open(PLAIN)::call);

        assertThatThrownBy(() -> join(reply)).isInstanceOf(CompletionException.class);
        assertThat(server.getAllServeEvents()).isEmpty();
    }

    @Test
    void asksForTheAddressAnewForEveryConnection() {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withHeader("Connection", "close")));
        names.put("rebinding.example", List.of("127.0.0.1"));
        HttpCalls calls = clients.open(PLAIN);
        HttpCall call = getCall("http://rebinding.example:%d/".formatted(server.port()));
        assertThat(join(calls.call(call).toCompletableFuture()).status()).isEqualTo(200);

        names.put("rebinding.example", List.of("127.0.0.2"));

        assertThatThrownBy(() -> join(calls.call(call).toCompletableFuture()))
                .cause()
                .isInstanceOf(OutgoingRefusedException.class)
                .hasMessageContaining("rebinding.example (127.0.0.2)");
        assertThat(resolved).containsExactly("rebinding.example", "rebinding.example");
    }

    @Test
    void resolvesAHostOnceForAConnection() {
        names.put("h.example", List.of("127.0.0.1"));
        HttpCall call = getCall("http://h.example:%d/".formatted(server.port()));

        join(clients.open(PLAIN).call(call).toCompletableFuture());

        assertThat(resolved).containsExactly("h.example");
    }

    @Test
    void refusesATargetBehindAProxyThatIsAllowed() {
        HttpCalls calls =
                clients.open(settings(null, new HttpProxy("localhost", server.port(), null, null)));

        for (String target :
                List.of("http://10.0.0.1/", "https://10.0.0.1/", "http://unknown.invalid/")) {
            assertThatThrownBy(() -> join(calls.call(getCall(target)).toCompletableFuture()))
                    .hasCauseInstanceOf(OutgoingRefusedException.class);
        }
        assertThat(server.getAllServeEvents()).isEmpty();
    }

    @Test
    void refusesAProxyAtAPrivateAddress() {
        names.put("public.example", List.of("93.184.216.34"));
        HttpCalls calls =
                cautious.open(
                        settings(null, new HttpProxy("localhost", server.port(), null, null)));

        assertThatThrownBy(() ->
                        join(calls.call(getCall("http://public.example/")).toCompletableFuture()))
                .cause()
                .isInstanceOf(OutgoingRefusedException.class)
                .hasMessageContaining("localhost (127.0.0.1)");
    }

    @Test
    void refusesACertificateOfAnotherHost(@TempDir Path directory) throws Exception {
        TestIdentity servers = TestIdentity.make(directory, "server");
        HttpsServer https =
                tlsServer(
                        new PemCredentials(
                                        servers.cert(), servers.cert(), servers.privateKey(), null)
                                .sslContext());
        names.put("other.example", List.of("127.0.0.1"));
        PemCredentials credentials =
                new PemCredentials(servers.cert(), servers.cert(), servers.privateKey(), null);
        try {
            HttpCalls calls = open(settings(credentials, null));
            int port = https.getAddress().getPort();

            assertThatThrownBy(() ->
                            join(
                                    calls.call(getCall("https://other.example:%d/".formatted(port)))
                                            .toCompletableFuture()))
                    .hasCauseInstanceOf(SSLException.class);
            assertThat(
                            join(calls.call(getCall("https://localhost:%d/".formatted(port)))
                                            .toCompletableFuture())
                                    .status())
                    .isEqualTo(204);
        } finally {
            https.stop(0);
        }
    }

    @Test
    void reusesAConnectionAndClosesItWhenIdle() {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withBody("x")));
        try (ApacheHttpClients forgetful =
                new ApacheHttpClients(
                        new ApacheHttpClients.Settings(
                                Duration.ofSeconds(10),
                                Duration.ofMillis(500),
                                Duration.ofSeconds(60),
                                100),
                        addresses("127.0.0.1"))) {
            HttpCalls calls = forgetful.open(PLAIN);
            for (int i = 0; i < 5; i++) {
                join(calls.call(getCall(server.url("/"))).toCompletableFuture());
            }
            assertThat(forgetful.connections()).isLessThanOrEqualTo(1);

            await().atMost(Duration.ofSeconds(20)).until(() -> forgetful.connections() == 0);
        }
    }

    @Test
    void aTenantWhoseCallsHangLeavesRoomToOthers() {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(60_000)));
        server.stubFor(any(urlEqualTo("/quick")).willReturn(aResponse()));
        try (ApacheHttpClients narrow =
                new ApacheHttpClients(
                        new ApacheHttpClients.Settings(
                                Duration.ofSeconds(10),
                                Duration.ofSeconds(30),
                                Duration.ofSeconds(60),
                                6),
                        addresses("127.0.0.1"))) {
            HttpCalls hanging = narrow.open(PLAIN);
            for (int i = 0; i < 2; i++) {
                hanging.call(getCall(server.url("/slow")));
            }
            assertThatThrownBy(() ->
                            join(hanging.call(getCall(server.url("/slow"))).toCompletableFuture()))
                    .cause()
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessageContaining("2 calls are under way");

            HttpCalls others =
                    narrow.open(
                            new HttpClientSettings(
                                    new TenantId(TimeOrderedUuid.next()), 64, null, null));
            assertThat(
                            join(others.call(getCall(server.url("/quick"))).toCompletableFuture())
                                    .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void thousandsOfCallsHangAtOnceWithoutAPlatformThreadEach() throws Exception {
        int many = 1_000;
        try (HangingServer hanging = new HangingServer()) {
            int before = ManagementFactory.getThreadMXBean().getThreadCount();
            HttpCalls calls = open(new HttpClientSettings(TENANT, many, null, null));
            List<CompletableFuture<HttpReply>> replies =
                    Stream.generate(() -> calls.call(getCall(hanging.url())).toCompletableFuture())
                            .limit(many)
                            .toList();
            await().atMost(Duration.ofSeconds(60)).until(() -> hanging.connections() == many);

            assertThat(ManagementFactory.getThreadMXBean().getThreadCount() - before)
                    .isLessThan(many / 4);
            calls.close();
            for (CompletableFuture<HttpReply> reply : replies) {
                assertThatThrownBy(() -> join(reply)).hasCauseInstanceOf(IOException.class);
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> clients.underWay() == 0);
        }
    }

    @Test
    void closingANodesCallsBreaksThemOff() {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(60_000)));
        HttpCalls calls = open(PLAIN);
        CompletableFuture<HttpReply> reply =
                calls.call(getCall(server.url("/slow"))).toCompletableFuture();

        calls.close();

        assertThatThrownBy(() -> join(reply)).hasCauseInstanceOf(IOException.class);
        await().atMost(Duration.ofSeconds(20)).until(() -> clients.underWay() == 0);
    }

    @Test
    void doesNotWaitForTheRestOfAnAnswerThatIsTooLarge() {
        server.stubFor(
                any(anyUrl())
                        .willReturn(
                                aResponse()
                                        .withBody("x".repeat(10_000))
                                        .withChunkedDribbleDelay(100, 100_000)));

        assertThatThrownBy(() -> join(get("/", Duration.ofSeconds(100), 100)))
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than the 100 bytes");
        await().atMost(Duration.ofSeconds(20)).until(() -> clients.underWay() == 0);
    }

    @Test
    void asksForNoCompressionAndAddsNoCookies() {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withHeader("Set-Cookie", "a=b")));
        HttpCalls calls = open(PLAIN);

        join(calls.call(getCall(server.url("/"))).toCompletableFuture());
        join(calls.call(getCall(server.url("/"))).toCompletableFuture());

        server.verify(
                2,
                getRequestedFor(urlEqualTo("/"))
                        .withoutHeader("Cookie")
                        .withoutHeader("Accept-Encoding")
                        .withoutHeader("Upgrade"));
    }

    @Test
    void keepsThePathAsItIs() {
        server.stubFor(any(anyUrl()).willReturn(aResponse()));

        join(open(PLAIN).call(getCall(server.url("//a/../b%2Fc/?q=%20&x"))).toCompletableFuture());

        server.verify(getRequestedFor(urlEqualTo("//a/../b%2Fc/?q=%20&x")));
    }

    @ParameterizedTest
    @CsvSource({
        "GET,Host,h",
        "GET,transfer-encoding,chunked",
        "GET,Connection,close",
        "GET,a b,c",
        "GET,X,'a\r\nHost: b'",
        "CONNECT,X,a",
        "G ET,X,a"
    })
    void refusesWhatWouldMakeAnotherRequest(String method, String name, String value) {
        HttpCall call =
                new HttpCall(
                        method,
                        URI.create(server.url("/")),
                        List.of(new Header(name, value.translateEscapes())),
                        null,
                        Duration.ofSeconds(20),
                        1_000);

        assertThatIllegalArgumentException().isThrownBy(() -> open(PLAIN).call(call));
    }

    @Test
    void takesAnAnswerOfTheLargestSizeAndNoLarger() {
        server.stubFor(any(urlEqualTo("/fits")).willReturn(aResponse().withBody("x".repeat(100))));
        server.stubFor(any(urlEqualTo("/large")).willReturn(aResponse().withBody("x".repeat(101))));

        assertThat(join(get("/fits", Duration.ofSeconds(20), 100)).body().length()).isEqualTo(100);
        assertThatThrownBy(() -> join(get("/large", Duration.ofSeconds(20), 100)))
                .hasRootCauseInstanceOf(IOException.class);
    }

    @Test
    void failsWhereTheAnswerDoesNotBeginInTime() {
        server.stubFor(any(anyUrl()).willReturn(aResponse().withFixedDelay(30_000)));

        assertThatThrownBy(() -> join(get("/slow", Duration.ofMillis(200), 1_000)))
                .hasCauseInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void failsWhereTheAnswerIsNotCompleteInTime() {
        server.stubFor(
                any(anyUrl())
                        .willReturn(
                                aResponse()
                                        .withBody("x".repeat(1_000))
                                        .withChunkedDribbleDelay(100, 60_000)));

        assertThatThrownBy(() -> join(get("/drip", Duration.ofMillis(500), 10_000)))
                .hasCauseInstanceOf(HttpTimeoutException.class);
    }

    @Test
    void failsIfNoServerListens() throws IOException {
        // A port that is bound, so that no other process takes it, and has no listener.
        try (Socket held = new Socket()) {
            held.bind(new InetSocketAddress("127.0.0.1", 0));
            int port = held.getLocalPort();
            HttpCall call = getCall("http://127.0.0.1:%d/".formatted(port));

            assertThatThrownBy(() -> join(open(PLAIN).call(call).toCompletableFuture()))
                    .cause()
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("127.0.0.1:" + port);
        }
    }

    @Test
    void refusesAHeaderThatTheClientSetsItself() {
        HttpCall call =
                new HttpCall(
                        "GET",
                        URI.create(server.url("/")),
                        List.of(new Header("Content-Length", "5")),
                        null,
                        Duration.ofSeconds(20),
                        1_000);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> open(PLAIN).call(call))
                .withMessageContaining("Content-Length");
    }

    @Test
    void goesThroughAProxyThatAsksForAPassword() {
        WireMockServer proxy = new WireMockServer(WireMockConfiguration.options().dynamicPort());
        proxy.start();
        try {
            proxy.stubFor(
                    any(anyUrl())
                            .withHeader("Proxy-Authorization", absent())
                            .willReturn(
                                    aResponse()
                                            .withStatus(407)
                                            .withHeader(
                                                    "Proxy-Authenticate", "Basic realm=\"r\"")));
            proxy.stubFor(
                    any(anyUrl())
                            .withHeader("Proxy-Authorization", equalTo("Basic dTpw"))
                            .willReturn(aResponse().withBody("by proxy")));
            HttpCalls calls =
                    open(settings(null, new HttpProxy("localhost", proxy.port(), "u", "p")));

            HttpReply reply =
                    join(calls.call(getCall("http://host.invalid/x")).toCompletableFuture());

            assertThat(reply.body().text()).isEqualTo("by proxy");
            calls.close();
        } finally {
            proxy.stop();
        }
    }

    @Test
    void showsItsCertificateAndChecksTheServers(@TempDir Path directory) throws Exception {
        TestIdentity own = TestIdentity.make(directory, "client");
        TestIdentity servers = TestIdentity.make(directory, "server");
        PemCredentials credentials =
                new PemCredentials(servers.cert(), own.cert(), own.privateKey(), null);
        HttpsServer https =
                tlsServer(
                        new PemCredentials(own.cert(), servers.cert(), servers.privateKey(), null)
                                .sslContext());
        try {
            HttpCall call =
                    getCall("https://localhost:%d/".formatted(https.getAddress().getPort()));

            HttpReply reply =
                    join(open(settings(credentials, null)).call(call).toCompletableFuture());

            assertThat(reply.status()).isEqualTo(204);
            assertThatThrownBy(() -> join(open(PLAIN).call(call).toCompletableFuture()))
                    .hasCauseInstanceOf(IOException.class);
        } finally {
            https.stop(0);
        }
    }

    @Test
    void refusesCertificatesThatAreNone() {
        PemCredentials credentials = new PemCredentials("no certificate", null, null, null);

        assertThatThrownBy(() -> open(settings(credentials, null)))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("credentials.caCert:");
    }

    private static HttpsServer tlsServer(SSLContext context) throws IOException {
        HttpsServer https =
                HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        https.setHttpsConfigurator(
                new HttpsConfigurator(context) {
                    @Override
                    public void configure(HttpsParameters parameters) {
                        SSLParameters tls = context.getDefaultSSLParameters();
                        tls.setNeedClientAuth(true);
                        parameters.setSSLParameters(tls);
                    }
                });
        https.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        https.start();
        return https;
    }

    private CompletableFuture<HttpReply> get(String path, Duration timeout, int largestReply) {
        return open(PLAIN)
                .call(
                        new HttpCall(
                                "GET",
                                URI.create(server.url(path)),
                                List.of(),
                                null,
                                timeout,
                                largestReply))
                .toCompletableFuture();
    }

    private static HttpCall getCall(String address) {
        return new HttpCall(
                "GET", URI.create(address), List.of(), null, Duration.ofSeconds(20), 1_000);
    }

    private HttpCalls open(HttpClientSettings settings) {
        return clients.open(settings);
    }

    private static HttpClientSettings settings(
            @Nullable PemCredentials tls, @Nullable HttpProxy proxy) {
        return new HttpClientSettings(TENANT, 64, tls, proxy);
    }

    private ApacheHttpClients allowing(String... targets) {
        return new ApacheHttpClients(ApacheHttpClients.Settings.DEFAULT, addresses(targets));
    }

    private OutgoingAddresses addresses(String... targets) {
        return new OutgoingAddresses(
                new OutgoingGuard(AllowedTargets.of(List.of(targets)), _ -> AllowedTargets.NONE),
                lookups);
    }

    private InetAddress[] resolve(String host) throws UnknownHostException {
        if (!names.containsKey(host)) {
            return InetAddress.getAllByName(host);
        }
        resolved.add(host);
        return names.get(host).stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
    }

    private static HttpReply join(CompletableFuture<HttpReply> reply) {
        return reply.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
