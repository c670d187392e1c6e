// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Devices that connect and publish nothing. One whose attempt fails, or whose connection ends, tries again after a
 * second.
 */
public final class Crowd implements AutoCloseable {

    private static final int LOOPS = 2;
    private static final int CONNECT_MILLIS = 20_000;
    private static final long RETRY_MILLIS = 1_000;
    private static final long LOOK_NANOS = 500_000;

    private final InetSocketAddress server;
    private final List<Device> devices;
    private final boolean answers;
    private final EventLoopGroup group =
            new MultiThreadIoEventLoopGroup(LOOPS, NioIoHandler.newFactory());
    private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
    private volatile Gathering gathering = new Gathering();

    /** From one call of {@link #connect} to the end of its connections. */
    private static final class Gathering {

        private final Latencies latencies = new Latencies();
        private final AtomicInteger present = new AtomicInteger();
        private final AtomicLong failures = new AtomicLong();
    }

    /**
     * How devices connected.
     *
     * @param latencies from the time when a device was due until its CONNACK, with the attempts that failed before
     * @param failures attempts that failed, and connections that ended
     * @param missing number of devices without a connection at the end
     */
    public record Arrival(Distribution latencies, long failures, int missing) {}

    private Crowd(int port, List<Device> devices, boolean answers) {
        this.server = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
        this.devices = devices;
        this.answers = answers;
    }

    public static Crowd silent(Server server, List<Device> devices) {
        return new Crowd(server.mqtt(), devices, false);
    }

    /** Devices that answer each RPC request at once. They have arrived when they are subscribed to requests. */
    public static Crowd answering(Server server, List<Device> devices) {
        return new Crowd(server.mqtt(), devices, true);
    }

    /**
     * Connects all devices, each for the first time or after {@link #hangUp}.
     *
     * @param perSecond number of devices that are due in a second; 0: all at once
     * @param patience how long to wait until all are connected, from the time when the last is due
     */
    public Arrival connect(int perSecond, Duration patience) throws InterruptedException {
        Gathering now = new Gathering();
        gathering = now;
        long start = System.nanoTime();
        double period = perSecond == 0 ? 0 : 1e9 / perSecond;
        long due = start;
        for (int i = 0; i < devices.size(); i++) {
            due = start + (long) (i * period);
            for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            attempt(now, devices.get(i), due);
        }
        long giveUpAt = due + patience.toNanos();
        while (now.present.get() < devices.size() && System.nanoTime() - giveUpAt < 0) {
            TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
        }
        return new Arrival(
                now.latencies.distribution(),
                now.failures.get(),
                devices.size() - now.present.get());
    }

    private void attempt(Gathering of, Device device, long due) {
        if (of != gathering || group.isShuttingDown()) {
            return;
        }
        CrowdConnection connection =
                new CrowdConnection(
                        device,
                        answers,
                        () -> {
                            of.latencies.record(System.nanoTime() - due);
                            of.present.incrementAndGet();
                        });
        Channel channel =
                new Bootstrap()
                        .group(group)
                        .channel(NioSocketChannel.class)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                        // An abrupt end leaves no port in TIME_WAIT.
                        .option(ChannelOption.SO_LINGER, 0)
                        .handler(connection)
                        .connect(server)
                        .channel();
        channels.add(channel);
        channel.closeFuture().addListener(_ -> ended(of, connection, device, due));
    }

    private void ended(Gathering of, CrowdConnection connection, Device device, long due) {
        if (of != gathering || group.isShuttingDown()) {
            return;
        }
        of.failures.incrementAndGet();
        if (connection.hasArrived()) {
            of.present.decrementAndGet();
        }
        var _ = group.schedule(() -> attempt(of, device, due), RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Ends all connections without a DISCONNECT. */
    public void hangUp() {
        gathering = new Gathering();
        channels.close().awaitUninterruptibly();
    }

    @Override
    public void close() {
        hangUp();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
