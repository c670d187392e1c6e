// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import io.millrace.transport.mqtt.protocol.ConnectionPipeline;
import io.millrace.transport.mqtt.protocol.ConnectionServices;
import io.millrace.transport.mqtt.protocol.HalfOpenConnections;
import io.millrace.transport.mqtt.protocol.SessionHandler.ServerEvent;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MQTT server for devices: MQTT 3.1, 3.1.1 and 5 on TCP, and with TLS if configured. It starts once and stops once.
 */
public final class MqttServer {

    private static final Logger log = LoggerFactory.getLogger(MqttServer.class);

    private static final int BACKLOG = 4096;
    private static final WriteBufferWaterMark WRITE_BUFFER =
            new WriteBufferWaterMark(32 * 1024, 64 * 1024);

    private final MqttServerSettings settings;
    private final HalfOpenConnections halfOpen;
    private final SocketTransport sockets = SocketTransport.best();
    private final EventLoopGroup acceptor;
    private final EventLoopGroup workers;
    private final ConnectionPipeline pipeline;
    private final ChannelGroup connections =
            new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final List<Channel> listeners = new ArrayList<>();

    /** Creates a server; it does not listen yet. */
    public MqttServer(MqttServerSettings settings, ConnectionServices services) {
        this.settings = settings;
        this.halfOpen = new HalfOpenConnections(settings.maxHalfOpen());
        this.acceptor = eventLoops("mqtt-accept", 1, sockets.handlers());
        this.workers =
                eventLoops(
                        "mqtt",
                        settings.eventLoops(),
                        SpacedReads.factory(sockets.handlers(), settings.readSpacing()));
        this.pipeline = new ConnectionPipeline(settings.connection(), services, halfOpen, workers);
    }

    private static EventLoopGroup eventLoops(String name, int threads, IoHandlerFactory handlers) {
        return new MultiThreadIoEventLoopGroup(threads, new DefaultThreadFactory(name), handlers);
    }

    /**
     * Starts listening.
     *
     * @throws UncheckedIOException if a port cannot be bound; nothing runs then
     * @throws IllegalArgumentException if certificate or key cannot be read; nothing runs then
     */
    public void start() {
        try {
            @Nullable TlsSettings tls = settings.tls();
            listen(settings.port(), null);
            if (tls != null) {
                listen(tls.port(), new ServerTls(tls, settings.connection().timeouts().connect()));
            }
        } catch (UncheckedIOException | IllegalArgumentException e) {
            stop(Duration.ZERO);
            throw e;
        }
    }

    private void listen(int port, @Nullable ServerTls tls) {
        ChannelFuture bound =
                new ServerBootstrap()
                        .group(acceptor, workers)
                        .channel(sockets.listener())
                        .option(ChannelOption.SO_BACKLOG, BACKLOG)
                        .option(ChannelOption.SO_REUSEADDR, true)
                        .childOption(ChannelOption.TCP_NODELAY, true)
                        .childOption(ChannelOption.SO_KEEPALIVE, true)
                        .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WRITE_BUFFER)
                        .childHandler(new ConnectionInitializer(connections, pipeline, tls))
                        .bind(port)
                        .awaitUninterruptibly();
        @Nullable Throwable failure = bound.cause();
        if (failure != null) {
            throw new UncheckedIOException(
                    new IOException(
                            "Cannot listen for MQTT on port %d: %s"
                                    .formatted(port, failure.getMessage()),
                            failure));
        }
        listeners.add(bound.channel());
        log.info("Listening for MQTT on {} ({})", bound.channel().localAddress(), sockets.name());
    }

    /** The TCP port that the server listens on. */
    public int port() {
        return portOf(0);
    }

    /** The port with TLS; throws {@link IllegalStateException} if there is none. */
    public int tlsPort() {
        return portOf(1);
    }

    private int portOf(int listener) {
        if (listener >= listeners.size()) {
            throw new IllegalStateException("the server does not listen there");
        }
        return ((InetSocketAddress) listeners.get(listener).localAddress()).getPort();
    }

    /**
     * Stops the server: accepts and reads nothing more, and closes each connection when its messages are safe and
     * acknowledged, or when {@code patience} has passed. Returns when all connections are closed.
     */
    public void stop(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        for (Channel listener : listeners) {
            var _ = listener.close().awaitUninterruptibly();
        }
        connections.forEach(
                channel -> channel.pipeline().fireUserEventTriggered(ServerEvent.DRAIN));
        boolean drained =
                connections
                        .newCloseFuture()
                        .awaitUninterruptibly(
                                Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (!drained) {
            log.warn(
                    "Closing {} MQTT connections with unacknowledged messages at the end of the drain",
                    connections.size());
            var _ = connections.close().awaitUninterruptibly();
        }
        var _ = acceptor.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        var _ = workers.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
