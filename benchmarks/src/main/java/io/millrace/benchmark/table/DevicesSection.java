// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.Cost;
import io.millrace.benchmark.load.Crowd;
import io.millrace.benchmark.load.Crowd.Arrival;
import io.millrace.benchmark.load.Device;
import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.PhaseListener;
import io.millrace.benchmark.load.ProcessCost;
import io.millrace.benchmark.load.Provisioning;
import io.millrace.benchmark.load.RestApi;
import io.millrace.benchmark.load.RoundTrips;
import io.millrace.benchmark.load.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What many connections, a gateway and commands cost, and how long devices wait. */
final class DevicesSection implements Section {

    private static final int DEVICES = 10_000;
    private static final int CONNECTIONS_PER_SECOND = 1_000;
    private static final int FIRST = 1_000;
    private static final int FIRST_TIMES = 10;
    private static final int FIRST_PER_SECOND = 500;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ANSWERING = 100;

    private static final String ARRIVALS = "1,000 new connections/s";
    private static final String IDLE = "an idle connected device";
    private static final String RETURN = "all reconnect at once";
    private static final String OTHERS = "others meanwhile, 1,000 messages/s";
    private static final String GATEWAY =
            "gateway of 1,000 devices, 20,000 messages/s, 50 in a publish";
    private static final String COMMANDS = "two-way RPC, closed loop of 64 callers";
    private static final String STORED = "devices, 5,000 messages/s";

    private static final Figure HEAP = Figure.of("heap, KB", 1).withSpread();
    private static final Figure SECONDS = Figure.of("until all are back, s", 1).withSpread();
    private static final Figure PER_SECOND = Figure.of("a second", 0);
    private static final Figure P50 = Figure.of("p50, ms", 1);
    private static final Figure P99 = Figure.of("p99, ms", 1).withSpread();
    private static final Figure FAILURES = Figure.of("failed or unsent", 0).asSum();
    private static final Figure CPU_SERVER = Figure.of("CPU server, µs each", 1);
    private static final Figure CPU_DATABASE = Figure.of("CPU PostgreSQL", 1);

    private final Samples samples = new Samples();

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.rounds(
                List.of(bench.jar()),
                jar ->
                        bench.longStep(
                                samples,
                                "server",
                                jar.label(),
                                () -> bench.withServer(jar, server -> measure(bench, server))));
        return Result.of(
                samples.table(
                        "",
                        List.of(""),
                        List.of(
                                HEAP,
                                SECONDS,
                                PER_SECOND,
                                P50,
                                P99,
                                FAILURES,
                                LoadFigures.LOST,
                                CPU_SERVER,
                                CPU_DATABASE)));
    }

    private void measure(Bench bench, ServerProcess server) throws Exception {
        WarmUp.run(bench, samples, "", server);
        warmUpConnections(bench, server);
        connections(bench, server);
        bench.step(samples, GATEWAY, "", () -> gateway(bench, server));
        bench.step(samples, COMMANDS, "", () -> commands(bench, server));
        bench.step(
                samples, STORED, "", () -> addLoad(STORED, load(bench, server, "--rate", "5000")));
    }

    /** Lets the JIT compiler finish with what connections need, by other devices than those that are measured. */
    private static void warmUpConnections(Bench bench, ServerProcess server) throws Exception {
        int number = bench.options().scaled(FIRST);
        bench.say("warm-up with %,d connections".formatted(number * FIRST_TIMES));
        List<Device> devices =
                new Provisioning(server.rest())
                        .makeDevices("First", number, Provisioning.DEFAULT_PROFILE);
        try (Crowd crowd = Crowd.silent(server.asTenant(), devices)) {
            for (int i = 0; i < FIRST_TIMES; i++) {
                var _ = crowd.connect(FIRST_PER_SECOND, PATIENCE);
                crowd.hangUp();
            }
        }
    }

    private void connections(Bench bench, ServerProcess server) throws Exception {
        int number = bench.options().scaled(DEVICES);
        bench.say("%,d devices".formatted(number));
        List<Device> devices =
                new Provisioning(server.rest())
                        .makeDevices("Crowd", number, Provisioning.DEFAULT_PROFILE);
        Path directory = Directories.create();
        try (Crowd crowd = Crowd.silent(server.asTenant(), devices)) {
            HeapOf heap = new HeapOf(server.pid(), directory);
            bench.pause(5);
            long before = heap.liveBytes();
            bench.step(
                    samples,
                    ARRIVALS,
                    "",
                    () -> {
                        CpuTime start = CpuTime.of(server.cost());
                        add(ARRIVALS, crowd.connect(CONNECTIONS_PER_SECOND, PATIENCE));
                        addCpu(ARRIVALS, CpuTime.of(server.cost()).since(start), number);
                    });
            bench.pause(5);
            samples.add(IDLE, "", HEAP, (heap.liveBytes() - before) / 1024.0 / number);
            bench.step(samples, RETURN, "", () -> returnOf(crowd, number, bench, server));
        } finally {
            Directories.delete(directory);
        }
    }

    /** The devices lose their connections while others publish, and come back. */
    private void returnOf(Crowd crowd, int number, Bench bench, ServerProcess server)
            throws Exception {
        Return back = new Return(crowd, server.cost());
        LoadResult others =
                server.load(
                        Surroundings.NONE.with(back),
                        "--rate",
                        "1000",
                        "--warmup",
                        "2",
                        "--seconds",
                        Long.toString(PATIENCE.toSeconds()));
        add(RETURN, back.arrival());
        samples.add(RETURN, "", SECONDS, back.seconds());
        addCpu(RETURN, back.cpu(), number);
        addLoad(OTHERS, bench.checked(others));
        if (back.arrival().missing() > 0) {
            throw new LoadException(
                    "%d devices are not back after %d s."
                            .formatted(back.arrival().missing(), PATIENCE.toSeconds()));
        }
    }

    /** Lets the crowd hang up and come back as soon as a phase begins, and ends the phase when all are there. */
    private static final class Return implements PhaseListener {

        private final Crowd crowd;
        private final ProcessCost cost;
        private final CompletableFuture<Arrival> arrival = new CompletableFuture<>();
        private volatile CpuTime cpu = new CpuTime(0, 0, 0);

        Return(Crowd crowd, ProcessCost cost) {
            this.crowd = crowd;
            this.cost = cost;
        }

        @Override
        public void began() {
            var _ = Thread.ofPlatform().daemon().name("return").start(this::run);
        }

        private void run() {
            try {
                CpuTime start = CpuTime.of(cost);
                crowd.hangUp();
                Arrival all = crowd.connect(0, PATIENCE);
                cpu = CpuTime.of(cost).since(start);
                arrival.complete(all);
            } catch (IOException | RuntimeException e) {
                arrival.completeExceptionally(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                arrival.completeExceptionally(e);
            }
        }

        @Override
        public boolean isOver() {
            return arrival.isDone();
        }

        @Override
        public void ended() {}

        Arrival arrival() throws InterruptedException {
            try {
                return arrival.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new LoadException("The devices cannot come back: " + e);
            }
        }

        /** From the reset of the connections until all are there again; NaN if some are not. */
        double seconds() throws InterruptedException {
            return arrival().missing() == 0 ? cpu.seconds() : Double.NaN;
        }

        /** All that the server and PostgreSQL used meanwhile, also for the others. */
        CpuTime cpu() {
            return cpu;
        }
    }

    private void gateway(Bench bench, ServerProcess server) throws Exception {
        addLoad(
                GATEWAY,
                load(
                        bench,
                        server,
                        "--devices",
                        "1000",
                        "--gateway",
                        "50",
                        "--window",
                        "64",
                        "--rate",
                        "20000"));
    }

    private void commands(Bench bench, ServerProcess server) throws Exception {
        RestApi rest = server.rest();
        List<Device> devices =
                new Provisioning(rest)
                        .makeDevices("Commands", ANSWERING, Provisioning.DEFAULT_PROFILE);
        try (Crowd crowd = Crowd.answering(server.asTenant(), devices)) {
            Arrival arrival = crowd.connect(0, PATIENCE);
            if (arrival.missing() > 0) {
                throw new LoadException("%d devices are missing.".formatted(arrival.missing()));
            }
            WarmUp.untilCompiled(
                    bench, List.of(server), seconds -> trips(rest, server, devices, seconds));
            // The vacuum of what the loads before have written is no part of a call.
            WarmUp.untilDatabaseIsQuiet(bench, server.cost());
            CpuTime start = CpuTime.of(server.cost());
            RoundTrips.Result result = trips(rest, server, devices, bench.options().seconds());
            addCpu(COMMANDS, CpuTime.of(server.cost()).since(start), result.latencies().count());
            samples.add(COMMANDS, "", PER_SECOND, result.perSecond());
            samples.add(COMMANDS, "", P50, result.latencies().p50());
            samples.add(COMMANDS, "", P99, result.latencies().p99());
            samples.add(COMMANDS, "", FAILURES, result.failures());
        }
    }

    private static RoundTrips.Result trips(
            RestApi rest, ServerProcess server, List<Device> devices, int seconds)
            throws InterruptedException {
        return new RoundTrips(rest, server.asTenant(), devices).run(Duration.ofSeconds(seconds));
    }

    private static LoadResult load(Bench bench, ServerProcess server, String... options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(
                List.of(
                        "--warmup",
                        "15",
                        "--seconds",
                        Integer.toString(bench.options().seconds())));
        return bench.checked(server.load(words.toArray(String[]::new)));
    }

    private void add(String row, Arrival arrival) {
        samples.add(row, "", P50, arrival.latencies().p50());
        samples.add(row, "", P99, arrival.latencies().p99());
        samples.add(row, "", FAILURES, arrival.failures() + arrival.missing());
    }

    private void addCpu(String row, CpuTime used, long number) {
        samples.add(row, "", CPU_SERVER, used.server() * 1e6 / number);
        samples.add(row, "", CPU_DATABASE, used.database() * 1e6 / number);
    }

    private void addLoad(String row, LoadResult result) {
        samples.add(row, "", PER_SECOND, result.storedPerSecond());
        samples.add(row, "", P50, result.acknowledgements().p50());
        samples.add(row, "", P99, result.acknowledgements().p99());
        samples.add(row, "", FAILURES, result.unsent());
        samples.add(row, "", LoadFigures.LOST, result.account().lost());
        Cost cost = result.cost();
        if (cost != null) {
            samples.add(row, "", CPU_SERVER, cost.serverMicros());
            samples.add(row, "", CPU_DATABASE, cost.databaseMicros());
        }
    }
}
