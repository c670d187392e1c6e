// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** The connections of a run, all on one event loop. */
final class Fleet implements AutoCloseable {

    private static final int CONNECT_SECONDS = 20;
    private static final int OF_AN_ADDRESS = 25_000;

    /** Connections that may wait for the answer to their CONNECT. */
    private static final int MAX_UNANSWERED = 500;

    /**
     * An unexpected end of a connection.
     *
     * @param reason the known reason
     * @param at time in nanoseconds of {@link System#nanoTime()}
     */
    record Break(String reason, long at) {}

    private final int port;
    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = group.next();
    private final List<MqttConnection> connections = new ArrayList<>();
    private final CompletableFuture<Break> brokenOff = new CompletableFuture<>();

    /** Creates a fleet without connections. */
    Fleet(int port) {
        this.port = port;
    }

    /**
     * Connects a publisher. While many connections wait for the server's answer, it waits for one of them: a server gives
     * up a CONNECT that it cannot look up in time, and thousands of them at once are not what a load measures.
     *
     * @throws LoadException if no server listens on the port, or it does not accept a connection
     */
    void connect(Publisher publisher, Latencies pings) {
        if (connections.size() >= MAX_UNANSWERED) {
            awaitAccepted(connections.get(connections.size() - MAX_UNANSWERED));
        }
        MqttConnection connection =
                new MqttConnection(
                        publisher,
                        new Pings(pings),
                        reason -> brokenOff.complete(new Break(reason, System.nanoTime())));
        ChannelFuture future =
                new Bootstrap()
                        .group(loop)
                        .channel(NioSocketChannel.class)
                        .handler(connection)
                        .connect(address("127.0.0.1", port), source())
                        .awaitUninterruptibly();
        Throwable failure = future.cause();
        if (failure != null) {
            throw new LoadException(
                    "No MQTT server can be reached at 127.0.0.1:%d (%s): is --mqtt right?"
                            .formatted(port, failure.getMessage()));
        }
        Device device = publisher.device();
        var _ =
                future.channel()
                        .writeAndFlush(MqttPackets.connect("load-" + device.id(), device.token()));
        connections.add(connection);
    }

    /** Each address of this machine has ports for a limited number of connections to the server. */
    private InetSocketAddress source() {
        return address("127.0.0." + (1 + connections.size() / OF_AN_ADDRESS), 0);
    }

    private static InetSocketAddress address(String host, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(host), port);
    }

    /**
     * Waits until the server has accepted all connections.
     *
     * @throws LoadException if it refuses one, or does not answer in time
     */
    void awaitAccepted() {
        connections.forEach(Fleet::awaitAccepted);
    }

    private static void awaitAccepted(MqttConnection connection) {
        try {
            connection.accepted().orTimeout(CONNECT_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof LoadException refused) {
                throw refused;
            }
            throw new LoadException(
                    "The server does not answer a device's CONNECT within %d s."
                            .formatted(CONNECT_SECONDS));
        }
    }

    /** Runs a task on the event loop, and waits for its end. */
    void run(Runnable task) {
        loop.submit(task).syncUninterruptibly();
    }

    /** Runs a task on the event loop; does not wait for it. */
    void execute(Runnable task) {
        loop.execute(task);
    }

    /** The first unexpected end of a connection, or null. */
    @Nullable Break brokenOff() {
        return brokenOff.getNow(null);
    }

    /** Returns the sum of a figure over all publishers. */
    long sum(ToIntFunction<Publisher> figure) {
        return connections.stream()
                .mapToLong(connection -> figure.applyAsInt(connection.publisher()))
                .sum();
    }

    /** Waits for the given time, or until a connection breaks off. */
    void awaitBreak(Duration atMost) throws InterruptedException {
        try {
            var _ = brokenOff.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            // no connection broke off
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Starts a ping every second on each connection. */
    void startPings() {
        List<Runnable> pings = new ArrayList<>();
        connections.forEach(connection -> pings.add(connection.pings()::ping));
        every(Duration.ofSeconds(1), pings);
    }

    /** Runs each task on the event loop once per period from now on; the tasks are spread over the period. */
    void every(Duration period, List<Runnable> tasks) {
        long nanos = period.toNanos();
        for (int i = 0; i < tasks.size(); i++) {
            var _ =
                    loop.scheduleAtFixedRate(
                            tasks.get(i), nanos * i / tasks.size(), nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Stops sending, and waits until all outstanding answers have arrived or the time limit has passed. */
    void drain(Duration patience) {
        run(() ->
                connections.forEach(connection -> {
                    connection.publisher().stop();
                    connection.pings().stop();
                }));
        long giveUpAt = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() - giveUpAt < 0
                && connections.stream().anyMatch(Fleet::isWaiting)) {
            LockSupport.parkNanos(1_000_000);
        }
        run(() -> connections.forEach(connection -> connection.pings().giveUp()));
    }

    private static boolean isWaiting(MqttConnection connection) {
        return connection.publisher().isWaiting() || connection.pings().isWaiting();
    }

    /** Closes the connections. Afterwards the caller can read the state that the event loop has written. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
