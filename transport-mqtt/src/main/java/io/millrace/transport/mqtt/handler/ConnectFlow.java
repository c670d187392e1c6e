// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.handler.Reading.Pause;
import io.millrace.transport.mqtt.session.CloseReason;
import io.millrace.transport.mqtt.session.SessionInfo;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.util.concurrent.ScheduledFuture;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles CONNECT up to CONNACK. Reading is paused meanwhile, so no packet of a refused client is processed. */
final class ConnectFlow {

    private static final Logger log = LoggerFactory.getLogger(ConnectFlow.class);

    /** The longest client id, in bytes of UTF-8. */
    static final int MAX_CLIENT_ID = 1024;

    private final ClientConnection connection;
    private final SessionServices services;
    private final AckQueue acks;
    private @Nullable ScheduledFuture<?> timeout;

    ConnectFlow(ClientConnection connection, AckQueue acks) {
        this.connection = connection;
        this.services = connection.services();
        this.acks = acks;
    }

    void accept(MqttConnectMessage connect) {
        @Nullable CloseReason objection = objection(connect);
        if (objection != null) {
            connection.close(objection);
            return;
        }
        connection.authenticating();
        timeout =
                connection
                        .loop()
                        .schedule(
                                this::timedOut,
                                connection.settings().timeouts().authentication().toNanos(),
                                TimeUnit.NANOSECONDS);
        BiConsumer<@Nullable AuthResult, @Nullable Throwable> answer =
                (result, failure) -> connection.onLoop(() -> judged(connect, result, failure));
        var _ = services.authenticator().authenticate(credentials(connect)).whenComplete(answer);
    }

    private @Nullable CloseReason objection(MqttConnectMessage connect) {
        String clientId = connect.payload().clientIdentifier();
        MqttProperties properties = connect.variableHeader().properties();
        if (properties.getProperty(MqttProperties.AUTHENTICATION_METHOD) != null) {
            return CloseReason.BAD_AUTHENTICATION_METHOD;
        }
        boolean namelessButLasting =
                clientId.isEmpty()
                        && !connect.variableHeader().isCleanSession()
                        && connection.version() != MqttVersion.MQTT_5;
        boolean tooLong = clientId.getBytes(StandardCharsets.UTF_8).length > MAX_CLIENT_ID;
        return namelessButLasting || tooLong // MQTT 3.1.1: [MQTT-3.1.3-8]
                ? CloseReason.CLIENT_IDENTIFIER_NOT_VALID
                : null;
    }

    private ConnectCredentials credentials(MqttConnectMessage connect) {
        return new ConnectCredentials(
                connect.payload().clientIdentifier(),
                connect.variableHeader().hasUserName() ? connect.payload().userName() : null,
                connect.variableHeader().hasPassword() ? connect.payload().passwordInBytes() : null,
                connection.remote());
    }

    private void timedOut() {
        if (connection.isAuthenticating()) {
            log.warn("Authentication of {} timed out; connection refused", connection.remote());
            connection.close(CloseReason.SERVER_UNAVAILABLE);
        }
    }

    private void judged(
            MqttConnectMessage connect, @Nullable AuthResult result, @Nullable Throwable failure) {
        if (timeout != null) {
            timeout.cancel(false);
        }
        if (!connection.isAuthenticating()) {
            return;
        }
        if (result == null) {
            log.warn(
                    "Authentication of {} failed with an error; connection refused",
                    connection.remote(),
                    failure);
            connection.close(CloseReason.SERVER_UNAVAILABLE);
            return;
        }
        switch (result) {
            case Accepted(AuthenticatedDevice device) -> open(connect, device);
            case Refused(Refusal reason) -> {
                log.debug("Refused the client at {}: {}", connection.remote(), reason);
                connection.close(closeReason(reason));
            }
        }
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

    private void open(MqttConnectMessage connect, AuthenticatedDevice device) {
        MqttVersion version = connection.version();
        KeepAlive keepAlive =
                KeepAlive.of(connect.variableHeader().keepAliveTimeSeconds(), version);
        ClientLimits client = ClientLimits.of(connect.variableHeader().properties());
        ConnAck connAck = ConnAck.to(connect.payload().clientIdentifier(), keepAlive);
        if (version == MqttVersion.MQTT_5 && connAck.length() > client.maxPacketSize()) {
            connection.close(CloseReason.PACKET_TOO_LARGE);
            return;
        }
        OpenSession session = session(device, connAck.clientId(), client);
        connection.opened(session);
        services.sessions().opened(session.info());
        services.registry().open(device, connection);
        services.metrics().sessionOpened();
        session.activity().note();
        connection.send(connAck.packet(version, connection.settings()));
        connection.allowSilence(keepAlive.patience());
        connection.reading().resume(Pause.AUTHENTICATION);
    }

    private void reportActivity() {
        OpenSession open = connection.session();
        if (open != null) {
            services.sessions().activity(open.info());
        }
    }

    private OpenSession session(AuthenticatedDevice device, String clientId, ClientLimits client) {
        SessionInfo info =
                new SessionInfo(UUID.randomUUID(), device, clientId, connection.remote());
        Subscriptions subscriptions = new Subscriptions(connection.version());
        Outbox outbox = new Outbox(connection, subscriptions, client);
        DeviceUplinks uplinks = new DeviceUplinks(device, services.clock());
        Activity activity =
                new Activity(
                        connection.loop(),
                        connection.settings().activityPeriod(),
                        this::reportActivity);
        return new OpenSession(
                info,
                new PublishFlow(connection, uplinks, outbox, acks),
                subscriptions,
                outbox,
                activity);
    }
}
