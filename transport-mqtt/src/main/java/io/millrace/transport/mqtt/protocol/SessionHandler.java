// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.frame.ProtocolViolation;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.millrace.transport.mqtt.protocol.Reading.Pause;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttProperties;
import io.netty.handler.codec.mqtt.MqttPubReplyMessageVariableHeader;
import io.netty.handler.codec.mqtt.MqttReasonCodeAndPropertiesVariableHeader;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The last handler of a connection's pipeline: passes each packet to its handler, and ends the connection. */
public final class SessionHandler extends ChannelInboundHandlerAdapter {

    /** An event that the server fires in the pipelines of its connections. */
    public enum ServerEvent {
        /** The server stops: each connection closes as soon as all messages that were read are safe. */
        DRAIN
    }

    private static final Logger log = LoggerFactory.getLogger(SessionHandler.class);

    private static final int SUCCESS = 0x00;
    private static final int FIRST_ERROR = 0x80;

    private final ClientConnection connection;
    private final ConnectFlow connects;
    private final MqttMetrics metrics;
    private @Nullable Future<?> unwritable;

    SessionHandler(ClientConnection connection, ConnectFlow connects) {
        this.connection = connection;
        this.connects = connects;
        this.metrics = connection.metrics();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        try {
            if (!connection.isClosed()) {
                receive(msg);
            }
        } finally {
            ReferenceCountUtil.release(msg);
        }
    }

    private void receive(Object msg) {
        OpenSession session = connection.session();
        switch (msg) {
            case ProtocolViolation violation -> refuse(violation);
            case MqttConnectMessage connect -> {
                metrics.packetReceived(MqttMessageType.CONNECT);
                connects.accept(connect);
            }
            case InboundPublish publish when session != null -> {
                metrics.packetReceived(MqttMessageType.PUBLISH);
                session.activity().note();
                session.publishes().accept(publish);
            }
            case MqttMessage packet when session != null -> {
                metrics.packetReceived(packet.fixedHeader().messageType());
                session.activity().note();
                answer(packet, session);
            }
            default -> connection.close(CloseReason.PROTOCOL_ERROR);
        }
    }

    private void answer(MqttMessage packet, OpenSession session) {
        MqttMessageType type = packet.fixedHeader().messageType();
        switch (type) {
            case SUBSCRIBE ->
                    new SubscribeFlow(connection, session).subscribe((MqttSubscribeMessage) packet);
            case UNSUBSCRIBE ->
                    new SubscribeFlow(connection, session)
                            .unsubscribe((MqttUnsubscribeMessage) packet);
            case PINGREQ -> connection.send(Packets.pingResp());
            case PUBACK -> session.outbox().acknowledged(packetId(packet), isError(packet));
            case PUBREL -> session.publishes().released(packetId(packet));
            case PUBREC, PUBCOMP -> answerOfQosTwo(packet, session);
            case DISCONNECT -> disconnect(packet, session);
            default -> connection.close(CloseReason.PROTOCOL_ERROR);
        }
    }

    /**
     * Nothing is sent with QoS 2, so such a packet is no answer to a message that waits for PUBACK [MQTT-4.3.2-4]. With
     * another identifier it belongs to a session of the client with another server, and has no effect.
     */
    private void answerOfQosTwo(MqttMessage packet, OpenSession session) {
        if (session.outbox().isInFlight(packetId(packet))) {
            connection.close(CloseReason.PROTOCOL_ERROR);
        } else {
            log.debug(
                    "Ignored {} from {}: nothing is sent with QoS 2",
                    packet.fixedHeader().messageType(),
                    session.client().name());
        }
    }

    private static int packetId(MqttMessage packet) {
        return ((MqttMessageIdVariableHeader) packet.variableHeader()).messageId();
    }

    private static boolean isError(MqttMessage packet) {
        return packet.variableHeader() instanceof MqttPubReplyMessageVariableHeader reply
                && (reply.reasonCode() & 0xFF) >= FIRST_ERROR;
    }

    private void disconnect(MqttMessage packet, OpenSession session) {
        int reason = SUCCESS;
        if (packet.variableHeader() instanceof MqttReasonCodeAndPropertiesVariableHeader header) {
            reason = header.reasonCode() & 0xFF;
            if (!changeExpiry(header.properties(), session)) {
                connection.close(CloseReason.PROTOCOL_ERROR);
                return;
            }
        }
        if (reason == SUCCESS) {
            session.discardWill();
            connection.close(CloseReason.CLIENT_DISCONNECTED);
        } else {
            connection.close(CloseReason.CLIENT_DISCONNECTED_WITH_WILL);
        }
    }

    /** Returns false if the client asks for a session that lasts although it began as one that does not [MQTT-3.14.2-2]. */
    private static boolean changeExpiry(MqttProperties properties, OpenSession session) {
        long asked = ClientLimits.valueOf(properties, MqttProperties.SESSION_EXPIRY_INTERVAL, -1);
        if (asked < 0) {
            return true;
        }
        if (asked > 0 && !session.outlastsConnection()) {
            return false;
        }
        Duration longest = session.client().sessions().longestExpiry();
        Duration wanted = Duration.ofSeconds(asked);
        session.expireAfter(wanted.compareTo(longest) > 0 ? longest : wanted);
        return true;
    }

    private void refuse(ProtocolViolation violation) {
        metrics.packetRefused(violation.reason());
        log.debug(
                "Closing the connection from {}: {}", connection.remote(), violation.getMessage());
        connection.close(violation.reason(), violation.getMessage());
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event == ServerEvent.DRAIN) {
            connection.drain();
        } else if (event instanceof IdleStateEvent && !connection.reading().isPaused()) {
            // While reading is paused, the server itself causes the silence.
            connection.close(
                    connection.isNew()
                            ? CloseReason.CONNECT_TIMEOUT
                            : CloseReason.KEEP_ALIVE_TIMEOUT);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        Future<?> waiting = unwritable;
        if (connection.isClosed()) {
            return;
        }
        if (ctx.channel().isWritable()) {
            if (waiting != null) {
                waiting.cancel(false);
            }
            connection.reading().resume(Pause.UNWRITABLE);
            OpenSession session = connection.session();
            if (session != null) {
                session.outbox().pump();
            }
        } else if (connection.reading().pause(Pause.UNWRITABLE)) {
            unwritable =
                    connection.schedule(
                            connection.settings().timeouts().unwritable(),
                            () -> connection.close(CloseReason.QUOTA_EXCEEDED));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        connection.close(CloseReason.CONNECTION_LOST);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (connection.isClosed() || cause instanceof IOException) {
            connection.close(CloseReason.CONNECTION_LOST);
        } else if (cause instanceof DecoderException) {
            // Broken TLS: bytes that are not MQTT arrive as a ProtocolViolation instead.
            log.debug(
                    "Closing the MQTT connection from {} after an error",
                    connection.remote(),
                    cause);
            connection.close(CloseReason.CONNECTION_LOST);
        } else {
            log.warn(
                    "Closing the MQTT connection from {} after an error",
                    connection.remote(),
                    cause);
            connection.close(CloseReason.INTERNAL_ERROR);
        }
    }
}
