// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.instance;

import io.millrace.server.platform.peer.Peer;
import io.millrace.server.web.security.InstanceTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.springframework.http.HttpHeaders;
import org.springframework.util.function.SingletonSupplier;

/**
 * Posts documents to other instances in the name of this instance, not of a user. One connection serves all requests to a
 * peer that follow each other. Thread-safe.
 */
public final class PeerPosts implements AutoCloseable {

    private static final int NO_CONTENT = 204;

    private final InstanceTokens tokens;
    private final String contextPath;
    private final Duration answerWithin;
    private final AtomicReference<HttpClient> made = new AtomicReference<>();
    private final Supplier<HttpClient> client = SingletonSupplier.of(this::connect);

    /**
     * @param contextPath the path under which all instances serve; empty for the root
     * @param answerWithin time limit of a request
     */
    PeerPosts(InstanceTokens tokens, String contextPath, Duration answerWithin) {
        this.tokens = tokens;
        this.contextPath = contextPath;
        this.answerWithin = answerWithin;
    }

    private HttpClient connect() {
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(answerWithin)
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .proxy(HttpClient.Builder.NO_PROXY)
                        .build();
        made.set(http);
        return http;
    }

    /**
     * Posts a JSON document. Blocks until the peer has taken it.
     *
     * @param path path below {@code /internal}
     * @throws IOException if the peer does not answer in time, or with another status than 204
     */
    public void post(Peer peer, String path, byte[] json) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(peer.url() + contextPath + path))
                        .timeout(answerWithin)
                        .header(HttpHeaders.CONTENT_TYPE, "application/json")
                        .header(HttpHeaders.AUTHORIZATION, "Bearer " + tokens.issueFor(peer.name()))
                        .POST(BodyPublishers.ofByteArray(json))
                        .build();
        HttpResponse<Void> response = client.get().send(request, BodyHandlers.discarding());
        if (response.statusCode() != NO_CONTENT) {
            throw new IOException("answered with status " + response.statusCode());
        }
    }

    @Override
    public void close() {
        HttpClient http = made.get();
        if (http != null) {
            http.shutdownNow();
        }
    }
}
