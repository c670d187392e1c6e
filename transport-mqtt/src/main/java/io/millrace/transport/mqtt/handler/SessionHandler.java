// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.mqtt.frame.InboundPublish;
import io.millrace.transport.mqtt.frame.ProtocolViolation;
import io.millrace.transport.mqtt.handler.Reading.Pause;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.millrace.transport.mqtt.session.CloseReason;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.mqtt.MqttConnectMessage;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttMessageIdVariableHeader;
import io.netty.handler.codec.mqtt.MqttMessageType;
import io.netty.handler.codec.mqtt.MqttSubscribeMessage;
import io.netty.handler.codec.mqtt.MqttUnsubscribeMessage;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
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

    private final ClientConnection connection;
    private final ConnectFlow connects;
    private final MqttMetrics metrics;
    private @Nullable ScheduledFuture<?> unwritable;

    SessionHandler(ClientConnection connection, ConnectFlow connects) {
        this.connection = connection;
        this.connects = connects;
        this.metrics = connection.services().metrics();
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
                    connection.send(
                            session.subscriptions().subscribe((MqttSubscribeMessage) packet));
            case UNSUBSCRIBE ->
                    connection.send(
                            session.subscriptions().unsubscribe((MqttUnsubscribeMessage) packet));
            case PINGREQ -> connection.send(Packets.pingResp());
            case PUBACK -> session.outbox().acknowledged(packetId(packet));
            case PUBREL -> connection.send(Packets.pubComp(connection.version(), packetId(packet)));
            case PUBREC, PUBCOMP ->
                    log.debug(
                            "Ignored {} from {}: nothing goes out at QoS 2", type, session.info());
            case DISCONNECT -> connection.close(CloseReason.CLIENT_DISCONNECTED);
            default -> connection.close(CloseReason.PROTOCOL_ERROR);
        }
    }

    private static int packetId(MqttMessage packet) {
        return ((MqttMessageIdVariableHeader) packet.variableHeader()).messageId();
    }

    private void refuse(ProtocolViolation violation) {
        metrics.packetRefused(violation.reason());
        log.debug(
                "Closing the connection from {}: {}", connection.remote(), violation.getMessage());
        connection.close(violation.reason());
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
        ScheduledFuture<?> waiting = unwritable;
        if (connection.isClosed()) {
            return;
        }
        if (ctx.channel().isWritable()) {
            if (waiting != null) {
                waiting.cancel(false);
            }
            connection.reading().resume(Pause.UNWRITABLE);
        } else if (connection.reading().pause(Pause.UNWRITABLE)) {
            unwritable =
                    ctx.executor()
                            .schedule(
                                    () -> connection.close(CloseReason.QUOTA_EXCEEDED),
                                    connection.settings().timeouts().unwritable().toNanos(),
                                    TimeUnit.NANOSECONDS);
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
