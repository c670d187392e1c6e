// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** WebSocket clients that receive the states and figures of a rule chain's nodes, as its page in the browser does. */
public final class LiveCanvases implements AutoCloseable {

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(20);
    private static final String STATES = "\"nodeStates\":{";

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<WebSocket> open = new ArrayList<>();
    private final AtomicLong states = new AtomicLong();
    private final AtomicBoolean broken = new AtomicBoolean();

    /**
     * Opens the given number of clients.
     *
     * @param chain id of the rule chain
     * @throws LoadException if they cannot connect
     */
    public LiveCanvases(Server server, RestApi rest, String chain, int number) {
        String subscription =
                """
                {"authCmd": {"cmdId": 0, "token": "%s"},
                 "cmds": [{"type": "RULE_NODE_STATES", "cmdId": 1, "entityType": "RULE_CHAIN", "entityId": "%s"}]}\
                """
                        .formatted(rest.token(), chain);
        URI address = URI.create("ws://127.0.0.1:%d/api/ws".formatted(server.http()));
        try {
            for (int i = 0; i < number; i++) {
                open.add(
                        http.newWebSocketBuilder()
                                .buildAsync(address, new Canvas())
                                .thenCompose(socket -> socket.sendText(subscription, true))
                                .orTimeout(CONNECT_LIMIT.toSeconds(), TimeUnit.SECONDS)
                                .join());
            }
        } catch (CompletionException e) {
            close();
            throw new LoadException("The WebSocket clients cannot connect: " + e.getCause());
        }
    }

    /** The number of states that all clients have received. */
    public long states() {
        return states.get();
    }

    /** Whether a connection has ended. */
    public boolean isBroken() {
        return broken.get();
    }

    private final class Canvas implements WebSocket.Listener {

        private final StringBuilder message = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket socket, CharSequence data, boolean last) {
            message.append(data);
            if (last) {
                if (message.indexOf(STATES) >= 0) {
                    states.incrementAndGet();
                }
                message.setLength(0);
            }
            socket.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
            broken.set(true);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            broken.set(true);
        }
    }

    @Override
    public void close() {
        open.forEach(WebSocket::abort);
        http.shutdownNow();
    }
}
