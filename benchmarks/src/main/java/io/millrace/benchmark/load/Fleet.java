// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
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

    /**
     * The end of a connection that should not have ended.
     *
     * @param reason what is known of why
     * @param at when, in the nanoseconds of {@link System#nanoTime()}
     */
    record Break(String reason, long at) {}

    private final int port;
    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = group.next();
    private final List<MqttConnection> connections = new ArrayList<>();
    private final CompletableFuture<Break> brokenOff = new CompletableFuture<>();

    /** Without connections yet. */
    Fleet(int port) {
        this.port = port;
    }

    /**
     * Connects a publisher.
     *
     * @throws LoadException if nothing listens
     */
    void connect(Publisher publisher, Latencies pings) {
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
                        .connect("127.0.0.1", port)
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

    /**
     * Waits until the server has let all in.
     *
     * @throws LoadException if it refuses one, or does not answer in time
     */
    void awaitAccepted() {
        try {
            for (MqttConnection connection : connections) {
                connection.accepted().orTimeout(CONNECT_SECONDS, TimeUnit.SECONDS).join();
            }
        } catch (CompletionException e) {
            if (e.getCause() instanceof LoadException refused) {
                throw refused;
            }
            throw new LoadException(
                    "The server does not answer a device's CONNECT within %d s."
                            .formatted(CONNECT_SECONDS));
        }
    }

    /** Runs something on the event loop, and waits for its end. */
    void run(Runnable task) {
        loop.submit(task).syncUninterruptibly();
    }

    /** Runs something on the event loop, soon. */
    void execute(Runnable task) {
        loop.execute(task);
    }

    /** The first connection that broke off, or null as long as none has. */
    @Nullable Break brokenOff() {
        return brokenOff.getNow(null);
    }

    /** Adds a figure of all publishers up. */
    long sum(ToIntFunction<Publisher> figure) {
        return connections.stream()
                .mapToLong(connection -> figure.applyAsInt(connection.publisher()))
                .sum();
    }

    /** Waits that long, or until a connection breaks off. */
    void awaitBreak(Duration atMost) throws InterruptedException {
        try {
            var _ = brokenOff.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            // as it should be
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** From now on each connection pings every second. */
    void startPings() {
        List<Runnable> pings = new ArrayList<>();
        connections.forEach(connection -> pings.add(connection.pings()::ping));
        every(Duration.ofSeconds(1), pings);
    }

    /** From now on each task runs on the event loop once a period; they are spread over it. */
    void every(Duration period, List<Runnable> tasks) {
        long nanos = period.toNanos();
        for (int i = 0; i < tasks.size(); i++) {
            var _ =
                    loop.scheduleAtFixedRate(
                            tasks.get(i), nanos * i / tasks.size(), nanos, TimeUnit.NANOSECONDS);
        }
    }

    /** Sends nothing new, and waits until all answers are here that may still come. */
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

    /** Closes the connections. What was noted on the event loop can be read by the caller then. */
    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
