// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Measures the effect of a device whose messages hang on the other devices. All use one chain with a REST call to this
 * process; in every second round the calls of the first device take longer than the deadline of a message. Prints, for
 * each round, the latencies of the other devices from publishing to the call, and the ratio of the medians of their
 * 99th percentiles.
 *
 * <p>The service must be allowed to call this process: {@code MILLRACE_OUTGOING_ALLOW=127.0.0.1}.
 *
 * <p>Options are those of the {@link LoadGenerator}: {@code --rate} is the rate of all devices together, {@code
 * --seconds} the length of a round, {@code --warmup} the length of a first round that is not measured.
 */
final class HangingNeighbour implements AutoCloseable {

    private static final int ROUNDS = 6;
    private static final Duration HANG = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofSeconds(12);

    private final Options options;
    private final String run = Long.toString(System.currentTimeMillis());
    private final long firstTs = System.currentTimeMillis();
    private final Map<String, Long> sentAt = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private volatile boolean hanging;
    private volatile Latencies latencies = new Latencies();

    private HangingNeighbour(Options options) throws IOException {
        this.options = options;
        this.server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_024);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        try (HangingNeighbour neighbour = new HangingNeighbour(Options.parse(arguments))) {
            neighbour.run();
        } catch (LoadException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private String nameOf(int device) {
        return "hang-" + run + "-" + device;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            String query = exchange.getRequestURI().getQuery();
            Long sent = sentAt.remove(query);
            boolean first = query.startsWith(nameOf(0) + ",");
            if (first && hanging) {
                Thread.sleep(HANG);
            } else if (sent != null && !first) {
                latencies.record(System.nanoTime() - sent);
            }
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() throws IOException, InterruptedException {
        RestApi rest = RestApi.signIn(options.server());
        Provisioning provisioning = new Provisioning(rest);
        String profile = "hang-" + run;
        String url =
                "http://127.0.0.1:%d/?${deviceName},${ts}".formatted(server.getAddress().getPort());
        provisioning.makeProfile(profile, ChainGraph.rest(url));
        try (Fleet fleet = new Fleet(options.server().mqtt())) {
            List<Publisher> publishers = connect(provisioning, profile, fleet);
            round(fleet, publishers, options.warmup());
            List<Double> without = new ArrayList<>();
            List<Double> with = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                hanging = i % 2 == 1;
                Latencies of = round(fleet, publishers, options.seconds());
                (hanging ? with : without).add(of.millisAt(0.99));
                System.out.printf(
                        "%-29s%s%n", hanging ? "one hangs:" : "none hangs:", of.percentiles());
            }
            System.out.printf(
                    "p99 of the others, medians:  with %.1f ms, without %.1f ms: %.2f times%n",
                    median(with), median(without), median(with) / median(without));
        }
    }

    private List<Publisher> connect(Provisioning provisioning, String profile, Fleet fleet)
            throws IOException, InterruptedException {
        List<Publisher> publishers = new ArrayList<>();
        for (int i = 0; i < options.devices(); i++) {
            String name = nameOf(i);
            Publisher publisher =
                    new Publisher(
                            provisioning.makeDevice(name, profile),
                            firstTs + ThreadLocalRandom.current().nextInt(1_000_000),
                            options.window(),
                            new Latencies(),
                            (_, ts, now) -> sentAt.put(name + "," + ts, now));
            publishers.add(publisher);
            fleet.connect(publisher, new Latencies());
        }
        fleet.awaitAccepted();
        return publishers;
    }

    private Latencies round(Fleet fleet, List<Publisher> publishers, int seconds)
            throws InterruptedException {
        Latencies of = new Latencies();
        latencies = of;
        Schedule schedule =
                new Schedule(System.nanoTime(), Math.max(1, options.rate()), publishers.size());
        for (int i = 0; i < publishers.size(); i++) {
            Publisher publisher = publishers.get(i);
            Pace pace = schedule.paceOf(i);
            fleet.run(() -> publisher.begin(pace, true));
        }
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        while (System.nanoTime() < end) {
            fleet.run(() -> publishers.forEach(Publisher::publishDue));
            Thread.sleep(1);
        }
        fleet.run(() -> publishers.forEach(Publisher::stop));
        // Hanging messages are given up before the next round starts.
        Thread.sleep(hanging ? DRAIN : Duration.ofSeconds(2));
        return of;
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
