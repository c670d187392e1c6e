// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.Will;
import io.millrace.transport.mqtt.frame.MqttFrameGate;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import io.millrace.transport.mqtt.protocol.Reading.Pause;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.handler.codec.mqtt.MqttVersion;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client's connection: its phase, and how it ends. */
final class ClientConnection implements Wire, OpenClients.Connection {

    private enum Phase {
        NEW,
        AUTHENTICATING,
        OPEN,
        CLOSED
    }

    private final Channel channel;
    private final ConnectionSettings settings;
    private final MqttMetrics metrics;
    private final OpenClients clients;
    private final HalfOpenConnections.Place place;
    private final Reading reading;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private Phase phase = Phase.NEW;
    private ClientLimits client = ClientLimits.NONE;
    private OpenClients.@Nullable Key key;
    private @Nullable OpenSession session;
    private boolean draining;

    /** The connection whose place this one takes, until this one is open. */
    private OpenClients.@Nullable Connection former;

    /** Completes when the former connections of the client have ended. */
    private CompletionStage<Void> formerEnded = CompletableFuture.completedFuture(null);

    /** True when the connection that takes this one's place is open, or never will be. */
    private boolean isReplacedBySettled;

    /** Tells the application of the end, which waits until then; null if nothing waits. */
    private @Nullable Runnable endToTell;

    /** @param place the connection's place among those that are not authenticated */
    ClientConnection(
            Channel channel,
            ConnectionSettings settings,
            MqttMetrics metrics,
            OpenClients clients,
            HalfOpenConnections.Place place) {
        this.channel = channel;
        this.settings = settings;
        this.metrics = metrics;
        this.clients = clients;
        this.place = place;
        this.reading = new Reading(channel);
        metrics.connectionOpened();
    }

    @Override
    public ConnectionSettings settings() {
        return settings;
    }

    @Override
    public MqttMetrics metrics() {
        return metrics;
    }

    @Override
    public Reading reading() {
        return reading;
    }

    @Override
    public EventExecutor loop() {
        return channel.eventLoop();
    }

    @Override
    public long nanoTime() {
        return channel.eventLoop().ticker().nanoTime();
    }

    @Override
    public ByteBuf allocate(int bytes) {
        return channel.alloc().buffer(bytes);
    }

    @Override
    public MqttVersion version() {
        @Nullable MqttVersion asked = channel.attr(MqttFrameGate.VERSION).get();
        return asked == null ? MqttVersion.MQTT_3_1_1 : asked;
    }

    @Override
    public ClientLimits client() {
        return client;
    }

    @Override
    public boolean isClosed() {
        return phase == Phase.CLOSED;
    }

    @Override
    public boolean isWritable() {
        return channel.isWritable();
    }

    SocketAddress remote() {
        return channel.remoteAddress();
    }

    boolean isAuthenticating() {
        return phase == Phase.AUTHENTICATING;
    }

    boolean isNew() {
        return phase == Phase.NEW;
    }

    /** The session, from CONNACK on; null before. */
    @Nullable OpenSession session() {
        return session;
    }

    /** The client's CONNECT is being checked; nothing more is read meanwhile. */
    void authenticating(ClientLimits limits) {
        phase = Phase.AUTHENTICATING;
        client = limits;
        reading.pause(Pause.AUTHENTICATION);
    }

    /**
     * Makes this connection the one of its client.
     *
     * @return completes when the client's former connections have ended
     */
    CompletionStage<Void> enter(OpenClients.Key identity) {
        key = identity;
        place.leave();
        former = clients.enter(identity, this);
        if (former != null) {
            formerEnded = former.ended();
        }
        return formerEnded;
    }

    void opened(OpenSession opened) {
        phase = Phase.OPEN;
        session = opened;
    }

    /** The application knows of this connection, or it has ended before. */
    void settled() {
        if (former != null) {
            former.replaced();
            former = null;
        }
    }

    @Override
    public void replaced() {
        onLoop(() -> {
            isReplacedBySettled = true;
            Runnable tell = endToTell;
            endToTell = null;
            if (tell != null) {
                tell.run();
            }
        });
    }

    /** Sets how long the client may be silent before it counts as lost. */
    void allowSilence(Duration patience) {
        channel.pipeline()
                .replace(
                        IdleStateHandler.class,
                        ConnectionPipeline.IDLE,
                        ConnectionPipeline.idle(patience));
    }

    @Override
    public void onLoop(Runnable task) {
        try {
            channel.eventLoop().execute(task);
        } catch (RejectedExecutionException _) {
            // The server has stopped and has closed every connection.
        }
    }

    @Override
    public void send(Object packet) {
        var _ = channel.writeAndFlush(packet, channel.voidPromise());
    }

    @Override
    public Future<?> schedule(Duration delay, Runnable task) {
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

    @Override
    public void idle() {
        if (draining) {
            close(CloseReason.SERVER_SHUTTING_DOWN);
        }
    }

    @Override
    public void close(CloseReason reason) {
        close(reason, null);
    }

    @Override
    public void close(CloseReason reason, @Nullable String detail) {
        if (channel.eventLoop().inEventLoop()) {
            end(reason, detail);
        } else {
            onLoop(() -> end(reason, detail));
        }
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended;
    }

    private void end(CloseReason reason, @Nullable String detail) {
        if (phase == Phase.CLOSED) {
            return;
        }
        @Nullable ByteBuf farewell = farewell(reason, detail);
        phase = Phase.CLOSED;
        place.leave();
        metrics.connectionClosed(reason);
        endSession(reason);
        settled();
        if (farewell == null) {
            closeSocket();
        } else {
            say(farewell);
        }
    }

    private void endSession(CloseReason reason) {
        OpenClients.@Nullable Key identity = key;
        OpenSession open = session;
        boolean isReplaced = identity != null && !clients.isCurrent(identity, this);
        if (open == null || identity == null) {
            var _ = formerEnded.whenComplete((_, _) -> onLoop(() -> leave(identity)));
            return;
        }
        var _ = open.end().whenComplete((_, _) -> leave(identity));
        Runnable tell = () -> tell(reason, open, identity, isReplaced);
        if (isReplaced && !isReplacedBySettled) {
            endToTell = tell;
        } else {
            tell.run();
        }
    }

    /** Lets the client's next connection begin, whose session is the stored one of this connection. */
    private void leave(OpenClients.@Nullable Key identity) {
        if (identity != null) {
            clients.leave(identity, this);
        }
        ended.complete(null);
    }

    private void tell(
            CloseReason reason, OpenSession open, OpenClients.Key identity, boolean isReplaced) {
        open.client().closed(reason);
        Will will = open.will();
        if (will != null && reason.causesWill()) {
            publish(will, open, identity, isReplaced);
        }
    }

    /** Publishes a will now, or after its delay. */
    private void publish(
            Will will, OpenSession open, OpenClients.Key identity, boolean isReplaced) {
        if (will.delay().isZero()) {
            open.client().will(will);
        } else if (!isReplaced) { // [MQTT-3.1.3-9]
            clients.delayWill(
                    identity,
                    this,
                    schedule(
                            will.delay(),
                            () -> {
                                clients.willIsDue(identity);
                                open.client().will(will);
                            }));
        }
    }

    /**
     * Returns the packet that tells the client the reason, or null: DISCONNECT in an open session of MQTT 5, CONNACK
     * before the session is open.
     */
    private @Nullable ByteBuf farewell(CloseReason reason, @Nullable String detail) {
        if (!reason.canBeTold() || !channel.isActive() || !channel.hasAttr(MqttFrameGate.VERSION)) {
            return null;
        }
        byte[] reasonString =
                version() == MqttVersion.MQTT_5
                        ? Packets.reasonString(detail, client)
                        : new byte[0];
        if (phase != Phase.OPEN) {
            return Packets.refusal(version(), reason, reasonString);
        }
        return version() == MqttVersion.MQTT_5 ? Packets.disconnect(reason, reasonString) : null;
    }

    /**
     * Sends the last packet, then closes only the output side of the socket at first. If both sides were closed while
     * bytes from the client are unread, TCP would reset the connection and the packet would be lost.
     */
    private void say(ByteBuf farewell) {
        channel.writeAndFlush(farewell).addListener(_ -> Farewell.halfClose(channel));
        var _ = schedule(settings.timeouts().close(), this::closeSocket);
    }

    private void closeSocket() {
        var _ = channel.close();
    }
}
