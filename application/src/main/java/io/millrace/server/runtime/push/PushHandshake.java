// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.server.web.api.ErrorCode;
import io.millrace.server.web.api.ErrorWriter;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.websocket.CloseReason;
import jakarta.websocket.CloseReason.CloseCodes;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Extension;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerContainer;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.HttpRequestHandler;

/**
 * Accepts WebSocket connections, from any origin as the rest of the API: a browser adds no token by itself. A token may
 * be in the address ({@code ?token=}); else the first message has it. Uses the container's WebSocket implementation, which
 * Spring Boot starts anyway.
 */
final class PushHandshake implements HttpRequestHandler {

    private static final Logger log = LoggerFactory.getLogger(PushHandshake.class);

    /** ThingsBoard's limit. */
    private static final int MAX_MESSAGE_CHARACTERS = 32 * 1024;

    /** A close frame has room for 123 bytes of text. */
    private static final int MAX_REASON = 120;

    private static final String SEND_TIMEOUT = "org.apache.tomcat.websocket.BLOCKING_SEND_TIMEOUT";

    private final PushSessions sessions;
    private final ErrorWriter errors;

    PushHandshake(PushSessions sessions, ErrorWriter errors) {
        this.sessions = sessions;
        this.errors = errors;
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!"websocket".equalsIgnoreCase(request.getHeader(HttpHeaders.UPGRADE))) {
            response.setHeader(HttpHeaders.UPGRADE, "websocket");
            errors.write(
                    response,
                    HttpStatus.UPGRADE_REQUIRED,
                    ErrorCode.BAD_REQUEST_PARAMS,
                    "This path speaks WebSocket only");
            return;
        }
        if (!sessions.mayConnect()) {
            errors.write(
                    response,
                    HttpStatus.SERVICE_UNAVAILABLE,
                    ErrorCode.GENERAL,
                    "Too many clients are connecting; try again later");
            return;
        }
        Object container =
                request.getServletContext().getAttribute(ServerContainer.class.getName());
        String token = request.getParameter("token");
        ServerEndpointConfig config =
                ServerEndpointConfig.Builder.create(ClientAdapter.class, request.getRequestURI())
                        .configurator(new ForClient(new ClientAdapter(sessions, token)))
                        .build();
        try {
            ((ServerContainer) Objects.requireNonNull(container))
                    .upgradeHttpToWebSocket(request, response, config, Map.of());
        } catch (DeploymentException e) {
            throw new ServletException("Cannot accept a WebSocket connection", e);
        }
    }

    /** Gives the container the endpoint of one client. */
    private static final class ForClient extends ServerEndpointConfig.Configurator {

        private final ClientAdapter endpoint;

        ForClient(ClientAdapter endpoint) {
            this.endpoint = endpoint;
        }

        @Override
        public <T> T getEndpointInstance(Class<T> type) {
            return type.cast(endpoint);
        }

        /** None: compression would hold some 300 KB of memory for each client. */
        @Override
        public List<Extension> getNegotiatedExtensions(
                List<Extension> installed, List<Extension> requested) {
            return List.of();
        }
    }

    /** Connects one client's session to the container. */
    static final class ClientAdapter extends Endpoint {

        private final PushSessions sessions;
        private final @Nullable String token;
        private volatile @Nullable PushSession session;

        ClientAdapter(PushSessions sessions, @Nullable String token) {
            this.sessions = sessions;
            this.token = token;
        }

        @Override
        public void onOpen(Session client, EndpointConfig config) {
            client.setMaxTextMessageBufferSize(MAX_MESSAGE_CHARACTERS);
            client.getUserProperties()
                    .put(SEND_TIMEOUT, sessions.settings().sendTimeout().toMillis());
            PushSession opened = sessions.open(new ContainerConnection(client));
            session = opened;
            client.addMessageHandler(String.class, (MessageHandler.Whole<String>) opened::received);
            client.addMessageHandler(
                    PongMessage.class, (MessageHandler.Whole<PongMessage>) _ -> opened.ponged());
            if (token != null) {
                boolean _ = opened.authenticate(token);
            }
        }

        @Override
        public void onClose(Session client, CloseReason reason) {
            PushSession ended = session;
            if (ended != null) {
                ended.close(
                        reason.getCloseCode() == CloseCodes.TOO_BIG
                                ? CloseCause.TOO_LARGE
                                : CloseCause.CLIENT,
                        "");
            }
        }

        @Override
        public void onError(Session client, Throwable error) {
            log.debug("A WebSocket connection failed: {}", error.toString());
        }
    }

    /** A connection of the container. */
    private record ContainerConnection(Session client) implements Connection {

        @Override
        public void send(String message) throws IOException {
            try {
                client.getBasicRemote().sendText(message);
            } catch (IllegalStateException e) {
                throw new IOException("The connection is closed", e);
            }
        }

        @Override
        public void ping() throws IOException {
            try {
                client.getBasicRemote().sendPing(ByteBuffer.allocate(0));
            } catch (IllegalStateException e) {
                throw new IOException("The connection is closed", e);
            }
        }

        @Override
        public void close(int code, String reason) {
            String text =
                    reason.getBytes(StandardCharsets.UTF_8).length <= MAX_REASON ? reason : "";
            try {
                client.close(new CloseReason(CloseCodes.getCloseCode(code), text));
            } catch (IOException | IllegalStateException e) {
                log.debug("Cannot close a WebSocket connection: {}", e.toString());
            }
        }
    }
}
