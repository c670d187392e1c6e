// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.peer;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import io.millrace.server.platform.peer.Peer;
import io.millrace.server.web.peer.PeerListener.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Asks one peer over HTTP. The client is made at the first call. */
final class PeerCalls implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PeerCalls.class);

    private static final int OK = 200;

    private final JsonMapper json;
    private final Duration answerWithin;
    private final AtomicReference<HttpClient> made = new AtomicReference<>();
    private final Supplier<HttpClient> client;

    PeerCalls(JsonMapper json, Duration answerWithin) {
        this.json = json;
        this.answerWithin = answerWithin;
        this.client = Suppliers.memoize(this::connect);
    }

    private HttpClient connect() {
        HttpClient http =
                HttpClient.newBuilder()
                        .version(HttpClient.Version.HTTP_1_1)
                        .connectTimeout(answerWithin)
                        // Answers come from the addresses in the table, and from nowhere else.
                        .followRedirects(HttpClient.Redirect.NEVER)
                        .proxy(HttpClient.Builder.NO_PROXY)
                        .build();
        made.set(http);
        return http;
    }

    /**
     * Asks a peer to answer for itself.
     *
     * @param path path and query
     * @param credentials the headers with the caller's token
     * @param maxBytes maximum size of the answer
     * @throws InterruptedException if the time limit of the caller has passed
     */
    <T> PeerAnswer<T> ask(
            Peer peer, String path, Map<String, String> credentials, int maxBytes, Class<T> type)
            throws InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(peer.url() + path))
                        .timeout(answerWithin)
                        .header("Accept", "application/json")
                        .header(PeerHeaders.SCOPE, PeerHeaders.INSTANCE_SCOPE);
        credentials.forEach(request::header);
        try {
            HttpResponse<InputStream> response =
                    client.get().send(request.build(), BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                return read(peer, response, body, maxBytes, type);
            }
        } catch (HttpTimeoutException _) {
            return inTime(peer);
        } catch (IOException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            log.debug("Instance {} at {} cannot be reached", peer.name(), peer.url(), e);
            return missing(peer, Reason.UNREACHABLE, "cannot be reached");
        } catch (JacksonException e) {
            log.debug("Answer of instance {} at {} is invalid", peer.name(), peer.url(), e);
            return missing(peer, Reason.UNREADABLE, "its answer cannot be read");
        }
    }

    private <T> PeerAnswer<T> read(
            Peer peer,
            HttpResponse<InputStream> response,
            InputStream body,
            int maxBytes,
            Class<T> type)
            throws IOException {
        if (response.statusCode() != OK) {
            return missing(
                    peer,
                    Reason.STATUS,
                    "answered with status %d".formatted(response.statusCode()));
        }
        String name = response.headers().firstValue(PeerHeaders.INSTANCE).orElse("");
        if (!name.equals(HeaderText.of(peer.name()))) {
            return missing(peer, Reason.OTHER_INSTANCE, "another instance answers at its address");
        }
        byte[] bytes = body.readNBytes(maxBytes + 1);
        if (bytes.length > maxBytes) {
            return missing(
                    peer,
                    Reason.TOO_LARGE,
                    "its answer is larger than %d bytes".formatted(maxBytes));
        }
        T value = json.readValue(bytes, type);
        return value == null
                ? missing(peer, Reason.UNREADABLE, "its answer cannot be read")
                : new PeerAnswer.Given<>(value);
    }

    /** The answer of a peer that did not answer in time. */
    <T> PeerAnswer<T> inTime(Peer peer) {
        return missing(
                peer, Reason.TIMEOUT, "no answer within %s s".formatted(seconds(answerWithin)));
    }

    static String seconds(Duration time) {
        String text = Double.toString(time.toMillis() / 1000.0);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }

    private static <T> PeerAnswer<T> missing(Peer peer, Reason reason, String text) {
        return new PeerAnswer.Missing<>(peer, reason, text);
    }

    @Override
    public void close() {
        HttpClient http = made.get();
        if (http != null) {
            http.shutdownNow();
        }
    }
}
