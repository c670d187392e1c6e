// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.Payload;
import java.io.IOException;
import java.net.Authenticator;
import java.net.InetSocketAddress;
import java.net.PasswordAuthentication;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Calls by the JDK's client. Nodes without credentials and proxy share one client and its connections; every other node
 * has its own. Waiting calls hold no platform thread.
 */
public final class JdkHttpClients implements HttpClients, AutoCloseable {

    private final Settings settings;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient shared;

    /**
     * What holds for all calls of the process.
     *
     * @param connectTimeout how long a connection may take to come about
     */
    public record Settings(Duration connectTimeout) {

        /** Ten seconds for a connection. */
        public static final Settings DEFAULT = new Settings(Duration.ofSeconds(10));
    }

    public JdkHttpClients(Settings settings) {
        this.settings = settings;
        this.shared = client(HttpClientSettings.PLAIN);
    }

    @Override
    public HttpCalls open(HttpClientSettings wanted) {
        return wanted.equals(HttpClientSettings.PLAIN)
                ? new SharedCalls(shared)
                : new OwnCalls(client(wanted));
    }

    private HttpClient client(HttpClientSettings wanted) {
        HttpClient.Builder builder =
                HttpClient.newBuilder()
                        // Without TLS the JDK asks every server to change to HTTP/2, which some
                        // answer wrongly.
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(settings.connectTimeout())
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .executor(executor);
        PemCredentials tls = wanted.tls();
        if (tls != null) {
            builder.sslContext(tls.sslContext());
        }
        HttpProxy proxy = wanted.proxy();
        if (proxy == null) {
            builder.proxy(HttpClient.Builder.NO_PROXY);
        } else {
            builder.proxy(
                    ProxySelector.of(
                            InetSocketAddress.createUnresolved(proxy.host(), proxy.port())));
            if (proxy.user() != null) {
                builder.authenticator(new ProxyAuthenticator(proxy.user(), proxy.password()));
            }
        }
        return builder.build();
    }

    /** Breaks off every call, those of open nodes too. */
    @Override
    public void close() {
        shared.shutdownNow();
        executor.shutdownNow();
    }

    private record SharedCalls(HttpClient client) implements HttpCalls {

        @Override
        public CompletionStage<HttpReply> call(HttpCall call) {
            return send(client, call);
        }

        @Override
        public void close() {
            // The client belongs to all nodes; each call ends by its own time limit.
        }
    }

    private record OwnCalls(HttpClient client) implements HttpCalls {

        @Override
        public CompletionStage<HttpReply> call(HttpCall call) {
            return send(client, call);
        }

        @Override
        public void close() {
            client.shutdownNow();
        }
    }

    private static CompletionStage<HttpReply> send(HttpClient client, HttpCall call) {
        CompletableFuture<HttpResponse<byte[]>> exchange =
                client.sendAsync(
                        request(call),
                        BodyHandlers.limiting(BodyHandlers.ofByteArray(), call.largestReply()));
        return exchange.copy()
                .orTimeout(call.timeout().toMillis(), TimeUnit.MILLISECONDS)
                .handle((response, error) -> {
                    if (error != null) {
                        exchange.cancel(true);
                        throw new CompletionException(ioError(call, error));
                    }
                    return new HttpReply(
                            response.statusCode(),
                            response.headers().map(),
                            Payload.of(response.body()));
                });
    }

    private static HttpRequest request(HttpCall call) {
        Payload body = call.body();
        BodyPublisher publisher =
                body == null
                        ? BodyPublishers.noBody()
                        : BodyPublishers.ofByteArray(body.buffer(), body.offset(), body.length());
        HttpRequest.Builder request =
                HttpRequest.newBuilder(call.uri())
                        .method(call.method(), publisher)
                        .timeout(call.timeout());
        call.headers().forEach(header -> request.header(header.name(), header.value()));
        return request.build();
    }

    private static IOException ioError(HttpCall call, Throwable error) {
        Throwable cause =
                error instanceof CompletionException && error.getCause() != null
                        ? error.getCause()
                        : error;
        if (cause instanceof TimeoutException) {
            return new HttpTimeoutException("no complete answer within " + call.timeout());
        }
        if (cause instanceof IOException known && known.getMessage() != null) {
            return known;
        }
        return new IOException(
                "no answer from %s: %s"
                        .formatted(call.uri().getAuthority(), cause.getClass().getSimpleName()),
                cause);
    }

    /** Answers the proxy, and never a server. */
    private static final class ProxyAuthenticator extends Authenticator {

        private final String user;
        private final @Nullable String password;

        private ProxyAuthenticator(String user, @Nullable String password) {
            this.user = user;
            this.password = password;
        }

        @Override
        protected @Nullable PasswordAuthentication getPasswordAuthentication() {
            return getRequestorType() == RequestorType.PROXY
                    ? new PasswordAuthentication(
                            user, password == null ? new char[0] : password.toCharArray())
                    : null;
        }
    }
}
