// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.mqtt.frame.MqttFrameGate;
import io.millrace.transport.mqtt.handler.Reading.Pause;
import io.millrace.transport.mqtt.session.CloseReason;
import io.millrace.transport.mqtt.session.LiveSession;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection: its phase, and how it ends. All methods except {@link #close}, {@link #update} and {@link
 * #onLoop} are called on its event loop only.
 */
final class ClientConnection implements LiveSession {

    private enum Phase {
        NEW,
        AUTHENTICATING,
        OPEN,
        CLOSED
    }

    private final Channel channel;
    private final ConnectionSettings settings;
    private final SessionServices services;
    private final Reading reading;

    private Phase phase = Phase.NEW;
    private @Nullable OpenSession session;
    private boolean draining;

    ClientConnection(Channel channel, ConnectionSettings settings, SessionServices services) {
        this.channel = channel;
        this.settings = settings;
        this.services = services;
        this.reading = new Reading(channel);
        services.metrics().connectionOpened();
    }

    ConnectionSettings settings() {
        return settings;
    }

    SessionServices services() {
        return services;
    }

    Reading reading() {
        return reading;
    }

    EventExecutor loop() {
        return channel.eventLoop();
    }

    long nanoTime() {
        return channel.eventLoop().ticker().nanoTime();
    }

    SocketAddress remote() {
        return channel.remoteAddress();
    }

    ByteBuf allocate(int bytes) {
        return channel.alloc().buffer(bytes);
    }

    /** The client's protocol version; 3.1.1 before its CONNECT was read. */
    MqttVersion version() {
        @Nullable MqttVersion asked = channel.attr(MqttFrameGate.VERSION).get();
        return asked == null ? MqttVersion.MQTT_3_1_1 : asked;
    }

    boolean isAuthenticating() {
        return phase == Phase.AUTHENTICATING;
    }

    boolean isNew() {
        return phase == Phase.NEW;
    }

    boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    boolean isWritable() {
        return channel.isWritable();
    }

    /** The session, from CONNACK on; null before. */
    @Nullable OpenSession session() {
        return session;
    }

    void authenticating() {
        phase = Phase.AUTHENTICATING;
        reading.pause(Pause.AUTHENTICATION);
    }

    void opened(OpenSession opened) {
        phase = Phase.OPEN;
        session = opened;
    }

    /** Sets how long the client may be silent before it counts as lost. */
    void allowSilence(Duration patience) {
        channel.pipeline()
                .replace(
                        IdleStateHandler.class,
                        ConnectionPipeline.IDLE,
                        ConnectionPipeline.idle(patience));
    }

    /** Runs a task on the connection's loop, asynchronously; safe for use by many threads. */
    void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException _) {
            // The server has stopped and has closed every connection.
        }
    }

    /** Sends a packet or encoded packets; the flush may be combined with others. */
    void send(Object packet) {
        var _ = channel.writeAndFlush(packet, channel.voidPromise());
    }

    void pauseForWindow() {
        if (reading.pause(Pause.WINDOW_FULL)) {
            services.metrics().connectionPaused();
        }
    }

    void resumeFromWindow() {
        if (reading.resume(Pause.WINDOW_FULL)) {
            services.metrics().connectionResumed();
        }
    }

    void pauseForRoom() {
        if (reading.pause(Pause.NO_ROOM)) {
            services.metrics().connectionHeld();
        }
    }

    void resumeFromRoom() {
        if (reading.resume(Pause.NO_ROOM)) {
            services.metrics().connectionReleased();
        }
    }

    /** Runs a task on the connection's loop after a delay. */
    Future<?> schedule(Duration delay, Runnable task) {
        return channel.eventLoop().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The server is stopping: stops reading, and closes the connection when all messages that were read are safe. */
    void drain() {
        draining = true;
        reading.pause(Pause.DRAINING);
        OpenSession open = session;
        if (open == null || open.publishes().isIdle()) {
            close(CloseReason.SERVER_SHUTTING_DOWN);
        }
    }

    /** All messages that were read are safe; closes the connection if the server is stopping. */
    void drained() {
        if (draining) {
            close(CloseReason.SERVER_SHUTTING_DOWN);
        }
    }

    @Override
    public void close(CloseReason reason) {
        if (channel.eventLoop().inEventLoop()) {
            end(reason);
        } else {
            onLoop(() -> end(reason));
        }
    }

    @Override
    public void update(AuthenticatedDevice device) {
        onLoop(() -> {
            if (session != null) {
                session = session.of(device, services.clock());
            }
        });
    }

    private void end(CloseReason reason) {
        if (phase == Phase.CLOSED) {
            return;
        }
        @Nullable ByteBuf farewell = farewell(reason);
        phase = Phase.CLOSED;
        resumeFromWindow();
        services.metrics().connectionClosed(reason);
        endSession(reason);
        if (farewell == null) {
            closeSocket();
        } else {
            say(farewell);
        }
    }

    private void endSession(CloseReason reason) {
        OpenSession open = session;
        if (open == null) {
            return;
        }
        open.publishes().end();
        open.activity().report();
        services.registry().closed(open.info().device().device(), this);
        services.sessions().closed(open.info(), reason);
    }

    /**
     * Returns the packet that tells the client the reason, or null: DISCONNECT in an open session of MQTT 5, CONNACK
     * before the session is open.
     */
    private @Nullable ByteBuf farewell(CloseReason reason) {
        if (!reason.canBeTold() || !channel.isActive() || !channel.hasAttr(MqttFrameGate.VERSION)) {
            return null;
        }
        if (phase != Phase.OPEN) {
            return Packets.refusal(version(), reason);
        }
        return version() == MqttVersion.MQTT_5 ? Packets.disconnect(reason) : null;
    }

    /**
     * Sends the last packet, then closes only the output side of the socket at first. If both sides were closed while
     * bytes from the client are unread, TCP would reset the connection and the packet would be lost.
     */
    private void say(ByteBuf farewell) {
        channel.writeAndFlush(farewell).addListener(_ -> Farewell.halfClose(channel));
        var _ =
                channel.eventLoop()
                        .schedule(
                                this::closeSocket,
                                settings.timeouts().close().toNanos(),
                                TimeUnit.NANOSECONDS);
    }

    private void closeSocket() {
        var _ = channel.close();
    }
}
