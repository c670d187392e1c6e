// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Puts a running server under load and reports how it fared. Options as {@link Options} says. */
public final class LoadGenerator {

    private final Options options;
    private final PrintStream out;
    private final Latencies latencies = new Latencies();
    private final List<Publisher> publishers = new ArrayList<>();
    private final List<Service.Device> devices = new ArrayList<>();

    private LoadGenerator(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        new LoadGenerator(Options.parse(arguments), System.out).run();
    }

    private void run() throws IOException, InterruptedException {
        Service service = new Service(options);
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            makeDevices(service);
            connect(loop);
            publishFor(options.warmup(), loop);
            latencies.clear();
            measure(loop);
            stop(loop);
            report(service);
        } finally {
            var _ = loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }

    private void makeDevices(Service service) throws IOException, InterruptedException {
        String run = "Load " + System.currentTimeMillis();
        String profile = "default";
        if (options.chain().equals("scripts")) {
            profile = run;
            service.makeScriptsProfile(profile);
        }
        for (int i = 0; i < options.devices(); i++) {
            devices.add(service.makeDevice(run + " device " + i, profile));
        }
    }

    private void connect(EventLoopGroup loop) {
        long firstTs = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(30);
        Bootstrap bootstrap = new Bootstrap().group(loop).channel(NioSocketChannel.class);
        for (Service.Device device : devices) {
            Publisher publisher =
                    new Publisher(firstTs, options.window(), options.rate() == 0, latencies);
            publishers.add(publisher);
            var channel =
                    bootstrap
                            .clone()
                            .handler(publisher)
                            .connect("127.0.0.1", options.mqtt())
                            .syncUninterruptibly()
                            .channel();
            var _ =
                    channel.writeAndFlush(
                            Unpooled.wrappedBuffer(
                                    Publisher.connect("load-" + device.id(), device.token())));
        }
        publishers.forEach(
                publisher -> publisher.connected().orTimeout(20, TimeUnit.SECONDS).join());
    }

    private void publishFor(int seconds, EventLoopGroup loop) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        if (options.rate() == 0) {
            loop.execute(() -> publishers.forEach(publisher -> publisher.publish(0)));
            LockSupport.parkNanos(end - System.nanoTime());
            return;
        }
        double owed = 0;
        long before = System.nanoTime();
        int turn = 0;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
            long now = System.nanoTime();
            owed += (now - before) / 1e9 * options.rate();
            before = now;
            int first = turn;
            int count = (int) owed;
            owed -= count;
            turn += count;
            loop.execute(() -> {
                for (int i = 0; i < count; i++) {
                    publishers.get((first + i) % publishers.size()).publish(1);
                }
            });
        }
    }

    private void measure(EventLoopGroup loop) throws IOException {
        ProcessCost cost = options.serverPid() == 0 ? null : new ProcessCost(options.serverPid());
        double own = cost == null ? 0 : cost.own();
        double children = cost == null ? 0 : cost.children();
        long acknowledged = acknowledged();
        long began = System.nanoTime();
        publishFor(options.seconds(), loop);
        double seconds = (System.nanoTime() - began) / 1e9;
        long count = acknowledged() - acknowledged;
        out.printf("acknowledged messages/s:     %,.0f%n", count / seconds);
        out.printf("PUBACK latency:              %s%n", latencies.percentiles());
        if (cost != null) {
            double server = (cost.own() - own) * 1e6 / count;
            double database = (cost.children() - children) * 1e6 / count;
            out.printf(
                    "CPU a message, microseconds: server %.1f, PostgreSQL %.1f, together %.1f%n",
                    server, database, server + database);
            out.printf("server's memory (RSS):       %d MB%n", cost.residentMegabytes());
        }
    }

    private long acknowledged() {
        return publishers.stream().mapToLong(Publisher::acknowledged).sum();
    }

    private void stop(EventLoopGroup loop) {
        loop.execute(() -> publishers.forEach(Publisher::stop));
        long giveUpAt = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (System.nanoTime() < giveUpAt
                && publishers.stream().anyMatch(p -> p.acknowledged() < p.sent())) {
            LockSupport.parkNanos(10_000_000);
        }
    }

    private void report(Service service) throws IOException, InterruptedException {
        long sent = 0;
        long acknowledged = 0;
        long stored = 0;
        for (int i = 0; i < publishers.size(); i++) {
            Publisher publisher = publishers.get(i);
            sent += publisher.sent();
            acknowledged += publisher.acknowledged();
            stored +=
                    service.countStored(
                            devices.get(i),
                            publisher.firstTs,
                            publisher.firstTs + publisher.sent());
        }
        out.printf(
                "sent %,d, acknowledged %,d, stored %,d: lost %,d%n",
                sent, acknowledged, stored, Math.max(0, acknowledged - stored));
    }
}
