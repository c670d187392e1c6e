// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client of the WebSocket API over a real connection. */
public final class PushClient implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final long PATIENCE_SECONDS = 30;

    private final BlockingQueue<JsonNode> received = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> closed = new CompletableFuture<>();
    private final WebSocket socket;

    private PushClient(URI address) {
        socket = HTTP.newWebSocketBuilder().buildAsync(address, new Listener()).join();
    }

    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public @Nullable CompletionStage<?> onText(
                WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                received.add(JsonMapper.shared().readTree(text.toString()));
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            closed.complete(code);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            closed.completeExceptionally(error);
        }
    }

    /** Connects without a token. */
    public static PushClient connect(RestClient server, String path) {
        return new PushClient(URI.create(server.baseUrl().replaceFirst("^http", "ws") + path));
    }

    /** Connects and signs in with the token of the REST client. */
    public static PushClient signIn(RestClient user) {
        PushClient client = connect(user, "/api/ws");
        client.send("{\"authCmd\":{\"cmdId\":0,\"token\":\"%s\"}}".formatted(user.token()));
        return client;
    }

    public PushClient send(String text) {
        socket.sendText(text, true).join();
        return this;
    }

    /** Sends one command. */
    public PushClient command(ObjectNode command) {
        ObjectNode message = JsonMapper.shared().createObjectNode();
        message.putArray("cmds").add(command);
        return send(message.toString());
    }

    /** A command of a device, without keys and scope. */
    public static ObjectNode deviceCommand(String type, int cmdId, String device) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("type", type)
                .put("cmdId", cmdId)
                .put("entityType", "DEVICE")
                .put("entityId", device);
    }

    /** Waits for the next message. */
    public JsonNode next() {
        try {
            JsonNode next = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(next).as("message within %d s", PATIENCE_SECONDS).isNotNull();
            return next;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits for the next message with values of the subscription and returns them. */
    public JsonNode values(int subscription) {
        JsonNode next = next();
        assertThat(next.path("subscriptionId").intValue()).as("%s", next).isEqualTo(subscription);
        assertThat(next.path("errorCode").intValue()).as("%s", next).isZero();
        return next.path("data");
    }

    /** Waits until the server has closed the connection and returns the status code. */
    public int closeCode() {
        return closed.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        socket.abort();
    }
}
