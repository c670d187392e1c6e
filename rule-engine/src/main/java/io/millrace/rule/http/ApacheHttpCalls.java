// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.http;

import io.millrace.message.Payload;
import io.millrace.rule.outgoing.OutgoingAddresses;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;

/** The calls of one node, over connections of its own. */
final class ApacheHttpCalls implements HttpCalls {

    private final HttpClientSettings wanted;
    private final OutgoingAddresses addresses;
    private final TenantCalls room;
    private final TimeValue longestIdle;
    private final Consumer<ApacheHttpCalls> whenClosed;
    private final PoolingHttpClientConnectionManager connections;
    private final CloseableHttpClient client;
    private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ApacheHttpCalls(
            HttpClientSettings wanted,
            ApacheHttpClients.Settings settings,
            SSLContext tls,
            OutgoingAddresses addresses,
            TenantCalls room,
            Consumer<ApacheHttpCalls> whenClosed) {
        this.wanted = wanted;
        this.addresses = addresses;
        this.room = room;
        this.longestIdle = TimeValue.of(settings.longestIdle());
        this.whenClosed = whenClosed;
        this.connections =
                ApacheClient.connections(
                        settings, wanted, tls, new GuardedDns(wanted.tenant(), addresses));
        this.client = ApacheClient.over(connections, wanted.proxy());
    }

    @Override
    public CompletionStage<HttpReply> call(HttpCall call) {
        HttpUriRequestBase request = HttpRequests.of(call);
        HttpHost target = HttpRequests.targetOf(call.uri());
        if (!room.begin(wanted.tenant())) {
            return CompletableFuture.failedStage(
                    new RejectedExecutionException(
                            ("There is no room for another outgoing call of this tenant:"
                                            + " %d calls are under way in this process")
                                    .formatted(room.underWay())));
        }
        Exchange exchange = new Exchange(call, request, target);
        CompletionStage<HttpReply> reply = exchange.begin();
        if (closed) {
            exchange.breakOff();
        }
        return reply;
    }

    /** One call in progress. Compared by identity. */
    private final class Exchange {

        private final HttpCall call;
        private final HttpUriRequestBase request;
        private final HttpHost target;
        private final CompletableFuture<HttpReply> reply = new CompletableFuture<>();
        private final Thread thread = Thread.ofVirtual().name("http-call").unstarted(this::run);

        Exchange(HttpCall call, HttpUriRequestBase request, HttpHost target) {
            this.call = call;
            this.request = request;
            this.target = target;
        }

        CompletionStage<HttpReply> begin() {
            underWay.add(this);
            thread.start();
            return reply.orTimeout(call.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .handle((answer, error) -> {
                        underWay.remove(this);
                        if (error == null) {
                            return answer;
                        }
                        // Ends every wait of the thread: for a name, a connection, an answer.
                        request.cancel();
                        thread.interrupt();
                        throw new CompletionException(ioError(call, error));
                    });
        }

        void breakOff() {
            reply.completeExceptionally(new IOException("the node was closed"));
        }

        private void run() {
            try {
                if (wanted.proxy() != null) {
                    addresses.checkBehindProxy(
                            wanted.tenant(), target.getHostName(), target.getPort());
                }
                reply.complete(
                        readIfSmallEnough(
                                client.executeOpen(target, request, null),
                                request,
                                call.largestReply()));
            } catch (IOException | RuntimeException | Error e) {
                reply.completeExceptionally(e);
            } finally {
                room.end(wanted.tenant());
            }
        }
    }

    private static HttpReply readIfSmallEnough(
            ClassicHttpResponse response, HttpUriRequestBase request, int largest)
            throws IOException {
        try (response) {
            try {
                HttpEntity entity = response.getEntity();
                byte[] body = entity == null ? new byte[0] : read(entity, largest);
                return new HttpReply(response.getCode(), headersOf(response), Payload.of(body));
            } catch (IOException | RuntimeException e) {
                // Cancelled before the response is closed, because closing would wait for the rest
                // of the body.
                request.cancel();
                throw e;
            }
        }
    }

    private static byte[] read(HttpEntity entity, int largest) throws IOException {
        if (entity.getContentLength() > largest) {
            throw tooLarge(largest);
        }
        InputStream content = entity.getContent();
        byte[] body = content.readNBytes(largest);
        if (body.length == largest && content.read() >= 0) {
            throw tooLarge(largest);
        }
        return body;
    }

    private static IOException tooLarge(int largest) {
        return new IOException("the answer has more than the %d bytes allowed".formatted(largest));
    }

    private static Map<String, List<String>> headersOf(ClassicHttpResponse response) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (Header header : response.getHeaders()) {
            headers.computeIfAbsent(header.getName(), _ -> new ArrayList<>())
                    .add(header.getValue() == null ? "" : header.getValue());
        }
        return headers;
    }

    private static IOException ioError(HttpCall call, Throwable error) {
        Throwable cause =
                error instanceof CompletionException && error.getCause() != null
                        ? error.getCause()
                        : error;
        return switch (cause) {
            case TimeoutException _ ->
                    new HttpTimeoutException("no complete answer within " + call.timeout());
            case SocketTimeoutException e -> timedOut(e);
            case GuardedDns.LookupFailure e -> e.reason();
            case IOException e when e.getMessage() != null -> e;
            default ->
                    new IOException(
                            "no answer from %s: %s"
                                    .formatted(
                                            call.uri().getAuthority(),
                                            cause.getClass().getSimpleName()),
                            cause);
        };
    }

    private static HttpTimeoutException timedOut(SocketTimeoutException cause) {
        HttpTimeoutException timeout = new HttpTimeoutException(cause.getMessage());
        timeout.initCause(cause);
        return timeout;
    }

    void closeIdle() {
        connections.closeExpired();
        connections.closeIdle(longestIdle);
    }

    int connections() {
        return connections.getTotalStats().getAvailable() + connections.getTotalStats().getLeased();
    }

    @Override
    public void close() {
        closed = true;
        underWay.forEach(Exchange::breakOff);
        client.close(CloseMode.IMMEDIATE);
        whenClosed.accept(this);
    }
}
