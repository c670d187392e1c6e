// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.client.Client;
import io.millrace.transport.mqtt.client.ClientAuthenticator.Decision;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.SessionStore.StoredMessage;
import io.millrace.transport.mqtt.client.SessionStore.StoredSession;
import io.millrace.transport.mqtt.protocol.Reading.Pause;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles CONNECT up to CONNACK: authentication, the end of the client's former connection, and its stored session.
 * Reading is paused meanwhile, so no packet of a refused client is processed.
 */
final class ConnectFlow {

    private static final Logger log = LoggerFactory.getLogger(ConnectFlow.class);

    private static final StoredSession EMPTY = new StoredSession(Map.of(), Set.of(), List.of());

    private final ClientConnection connection;
    private final ConnectionServices services;
    private final LoopQueue completed;
    private @Nullable Future<?> timeout;

    ConnectFlow(ClientConnection connection, ConnectionServices services, LoopQueue completed) {
        this.connection = connection;
        this.services = services;
        this.completed = completed;
    }

    void accept(MqttConnectMessage packet) {
        ConnectRequest request = new ConnectRequest(packet, connection.version());
        @Nullable CloseReason objection = request.objection();
        if (objection != null) {
            connection.close(objection);
            return;
        }
        connection.authenticating(request.limits());
        timeout =
                connection.schedule(
                        connection.settings().timeouts().authentication(), this::timedOut);
        BiConsumer<@Nullable Decision, @Nullable Throwable> answer =
                (decision, failure) -> connection.onLoop(() -> judged(request, decision, failure));
        var _ =
                services.authenticator()
                        .authenticate(request.credentials(connection.remote()))
                        .whenComplete(answer);
    }

    private void timedOut() {
        if (connection.isAuthenticating()) {
            log.warn("Authentication of {} timed out; connection refused", connection.remote());
            connection.close(CloseReason.SERVER_UNAVAILABLE);
        }
    }

    private void judged(
            ConnectRequest request, @Nullable Decision decision, @Nullable Throwable failure) {
        if (!connection.isAuthenticating()) {
            return;
        }
        switch (decision) {
            case null -> failed("Authentication", failure);
            case Decision.Accepted(Client client) -> findSession(request, client);
            case Decision.Refused(Refusal reason) -> {
                log.debug("Refused the client at {}: {}", connection.remote(), reason);
                connection.close(closeReason(reason));
            }
        }
    }

    private void failed(String step, @Nullable Throwable failure) {
        log.warn("{} of {} failed; connection refused", step, connection.remote(), failure);
        connection.close(CloseReason.SERVER_UNAVAILABLE);
    }

    private static CloseReason closeReason(Refusal refusal) {
        return switch (refusal) {
            case BAD_USER_NAME_OR_PASSWORD -> CloseReason.BAD_USER_NAME_OR_PASSWORD;
            case IDENTIFIER_REJECTED -> CloseReason.CLIENT_IDENTIFIER_NOT_VALID;
            case NOT_AUTHORIZED -> CloseReason.NOT_AUTHORIZED;
            case TOO_MANY_ATTEMPTS -> CloseReason.CONNECTION_RATE_EXCEEDED;
            case UNAVAILABLE -> CloseReason.SERVER_UNAVAILABLE;
        };
    }

    /** Ends the client's former connection, then finds or deletes its session [MQTT-3.1.4-3], [MQTT-3.1.4-4]. */
    private void findSession(ConnectRequest request, Client client) {
        ConnAck connAck = connAck(request, client);
        if (connection.isVersion5() && connAck.length() > connection.client().maxPacketSize()) {
            connection.close(CloseReason.PACKET_TOO_LARGE);
            return;
        }
        CompletionStage<Optional<StoredSession>> stored =
                connection
                        .enter(new OpenClients.Key(client.owner(), connAck.clientId()))
                        .thenCompose(_ -> stored(request, client, connAck));
        BiConsumer<@Nullable Optional<StoredSession>, @Nullable Throwable> found =
                (session, failure) ->
                        connection.onLoop(() -> {
                            if (!connection.isAuthenticating()) {
                                return;
                            }
                            if (session != null) {
                                open(request, client, connAck, session);
                            } else {
                                failed("Look-up of the session", failure);
                            }
                        });
        var _ = stored.whenComplete(found);
    }

    private static CompletionStage<Optional<StoredSession>> stored(
            ConnectRequest request, Client client, ConnAck connAck) {
        if (connAck.assigned()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return request.isClean()
                ? client.sessions().discard(connAck.clientId()).thenApply(_ -> Optional.empty())
                : client.sessions().load(connAck.clientId());
    }

    private ConnAck connAck(ConnectRequest request, Client client) {
        Duration wanted = request.wantedExpiry();
        Duration longest = client.sessions().longestExpiry();
        boolean isExpiryServers = wanted.compareTo(longest) > 0;
        String asked = request.clientId();
        return new ConnAck(
                ConnAck.idFor(asked),
                asked.isEmpty(),
                request.keepAlive(),
                isExpiryServers ? longest : wanted,
                isExpiryServers);
    }

    private void open(
            ConnectRequest request,
            Client client,
            ConnAck connAck,
            Optional<StoredSession> stored) {
        if (timeout != null) {
            timeout.cancel(false);
        }
        StoredSession state = stored.orElse(EMPTY);
        OpenSession session = session(request, client, connAck, state);
        connection.opened(session);
        services.metrics().sessionOpened();
        session.activity().note();
        connection.send(
                connAck.packet(connection.isVersion5(), connection.settings(), stored.isPresent()));
        connection.allowSilence(connAck.keepAlive().patience());
        client.opened(
                new SessionLink(connection, session, connAck.clientId(), connection.remote()));
        connection.settled();
        state.subscriptions().keySet().forEach(client::subscribed);
        if (stored.isPresent()) {
            takeOver(session);
        }
        connection.reading().resume(Pause.AUTHENTICATION);
    }

    private void takeOver(OpenSession session) {
        BiConsumer<@Nullable List<StoredMessage>, @Nullable Throwable> taken =
                (messages, failure) ->
                        connection.onLoop(() -> {
                            if (connection.isClosed()) {
                                return;
                            }
                            if (messages != null) {
                                session.outbox().restore(messages);
                                return;
                            }
                            log.warn(
                                    "Cannot read the stored session of {}; closing the connection",
                                    session.client().name(),
                                    failure);
                            connection.close(CloseReason.INTERNAL_ERROR);
                        });
        var _ = session.takeOver().whenComplete(taken);
    }

    private OpenSession session(
            ConnectRequest request, Client client, ConnAck connAck, StoredSession state) {
        Subscriptions subscriptions =
                new Subscriptions(connection.isVersion5(), client, state.subscriptions());
        return new OpenSession(
                client,
                connAck.clientId(),
                new PublishFlow(connection, client, completed, state.received()),
                subscriptions,
                new Outbox(connection, subscriptions, services.clock()),
                new Activity(
                        connection.loop(),
                        connection.settings().activityPeriod(),
                        client::activity),
                connAck.expiry(),
                request.will());
    }
}
