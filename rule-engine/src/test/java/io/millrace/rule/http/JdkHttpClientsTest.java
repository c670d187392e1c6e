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

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.millrace.message.Payload;
import io.millrace.rule.http.HttpCall.Header;
import io.millrace.rule.node.InvalidConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JdkHttpClientsTest {

    private final WireMockServer server =
            new WireMockServer(WireMockConfiguration.options().dynamicPort());
    private final JdkHttpClients clients = new JdkHttpClients(JdkHttpClients.Settings.DEFAULT);

    @BeforeEach
    void start() {
        server.start();
    }

    @AfterEach
    void stop() {
        clients.close();
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
                        open(HttpClientSettings.PLAIN)
                                .call(
                                        new HttpCall(
                                                "POST",
                                                URI.create(server.url("/things?a=1")),
                                                List.of(new Header("X-Name", "v")),
                                                Payload.of("xbody".getBytes(), 1, 4),
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
    void failsWhereNobodyListens() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        HttpCall call = getCall("http://127.0.0.1:%d/".formatted(port));

        assertThatThrownBy(
                        () -> join(open(HttpClientSettings.PLAIN).call(call).toCompletableFuture()))
                .cause()
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1:" + port);
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
                .isThrownBy(() -> open(HttpClientSettings.PLAIN).call(call))
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
                    open(
                            new HttpClientSettings(
                                    null, new HttpProxy("localhost", proxy.port(), "u", "p")));

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
                    join(
                            open(new HttpClientSettings(credentials, null))
                                    .call(call)
                                    .toCompletableFuture());

            assertThat(reply.status()).isEqualTo(204);
            assertThatThrownBy(() ->
                            join(open(HttpClientSettings.PLAIN).call(call).toCompletableFuture()))
                    .hasCauseInstanceOf(IOException.class);
        } finally {
            https.stop(0);
        }
    }

    @Test
    void refusesCertificatesThatAreNone() {
        PemCredentials credentials = new PemCredentials("no certificate", null, null, null);

        assertThatThrownBy(() -> open(new HttpClientSettings(credentials, null)))
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
        return open(HttpClientSettings.PLAIN)
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

    private static HttpReply join(CompletableFuture<HttpReply> reply) {
        return reply.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
