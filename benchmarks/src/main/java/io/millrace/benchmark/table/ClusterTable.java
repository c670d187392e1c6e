// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.PhaseListener;
import io.millrace.benchmark.load.ProcessCost;
import io.millrace.benchmark.load.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The cost of a message on one instance, and on three that share a broker and a PostgreSQL. */
final class ClusterTable {

    /** Three times as much must leave processor time on two cores: what waits for it costs nothing of what is measured. */
    private static final int RATE_OF_INSTANCE = 1_000;

    private static final int MEET_MINUTES = 2;
    private static final List<Integer> INSTANCES = List.of(1, 3);

    private static final Figure SERVERS = Figure.of("CPU servers, µs/message", 1);
    private static final Figure DATABASE = Figure.of("CPU PostgreSQL", 1);
    private static final Figure TOGETHER = Figure.of("CPU together", 1).withSpread();
    private static final Figure IDLE = Figure.of("idle, % of a core", 1);
    private static final Figure RATIO = Figure.of("ratio", 2);

    private final Samples samples = new Samples();

    String measure(Bench bench) throws IOException, InterruptedException {
        bench.rounds(
                INSTANCES,
                count -> bench.step(samples, row(count), "", () -> measure(bench, count)));
        Values one = samples.of(row(INSTANCES.getFirst()), "", TOGETHER);
        for (int count : INSTANCES) {
            Values several = samples.of(row(count), "", TOGETHER);
            samples.add(row(count), "", RATIO, several.ratioTo(one));
        }
        return samples.table(
                "instances",
                List.of(""),
                List.of(
                        LoadFigures.STORED,
                        SERVERS,
                        DATABASE,
                        TOGETHER,
                        RATIO,
                        IDLE,
                        LoadFigures.P99,
                        LoadFigures.LOST));
    }

    private static String row(int count) {
        return "%d at %,d/s each".formatted(count, RATE_OF_INSTANCE);
    }

    private void measure(Bench bench, int count) throws Exception {
        Deque<AutoCloseable> open = new ArrayDeque<>();
        Path directory = Directories.create();
        try {
            open.push(() -> Directories.delete(directory));
            Broker broker = Broker.start(directory);
            open.push(broker);
            SharedDatabase database = SharedDatabase.start(bench.jar());
            open.push(database);
            List<ServerProcess> servers = new ArrayList<>();
            for (int i = 1; i <= count; i++) {
                Path data = Directories.create();
                open.push(() -> Directories.delete(data));
                Map<String, String> settings = new HashMap<>(broker.settingsOfServer());
                settings.putAll(database.settingsOfServer());
                settings.put("MILLRACE_INSTANCE_ID", "instance-" + i);
                servers.add(ServerProcess.start(bench.jar(), data, settings));
                open.push(servers.getLast());
            }
            measure(bench, servers, database);
        } finally {
            while (!open.isEmpty()) {
                open.pop().close();
            }
        }
    }

    private void measure(Bench bench, List<ServerProcess> servers, SharedDatabase database)
            throws Exception {
        String row = row(servers.size());
        WarmUp.untilCompiled(
                bench, servers, seconds -> run(bench, servers, PhaseListener.NONE, seconds));
        // What is left in the log of the run before is not idle time, nor is the JIT compiler's
        // work on it.
        bench.pause(30);
        List<ProcessCost> costs = servers.stream().map(ServerProcess::cost).toList();
        CpuTime before = CpuTime.of(costs, database.cost());
        bench.pause(10);
        CpuTime idle = CpuTime.of(costs, database.cost()).since(before);
        Watch watch = new Watch(costs, database.cost());
        List<LoadResult> results = run(bench, servers, watch, bench.options().seconds());
        long messages = results.stream().mapToLong(each -> each.account().measured()).sum();
        CpuTime used = watch.used().without(idle);
        samples.add(row, "", SERVERS, used.server() * 1e6 / messages);
        samples.add(row, "", DATABASE, used.database() * 1e6 / messages);
        samples.add(row, "", TOGETHER, (used.server() + used.database()) * 1e6 / messages);
        samples.add(row, "", IDLE, 100 * (idle.server() + idle.database()) / idle.seconds());
        samples.add(
                row,
                "",
                LoadFigures.STORED,
                results.stream().mapToDouble(LoadResult::storedPerSecond).sum());
        samples.add(
                row,
                "",
                LoadFigures.P99,
                results.stream()
                        .mapToDouble(each -> each.acknowledgements().p99())
                        .max()
                        .orElse(0));
        samples.add(
                row,
                "",
                LoadFigures.LOST,
                results.stream().mapToLong(each -> each.account().lost()).sum());
    }

    /** A generator for each server; their measured phases begin together. */
    private static List<LoadResult> run(
            Bench bench, List<ServerProcess> servers, PhaseListener told, int seconds)
            throws InterruptedException {
        CyclicBarrier barrier = new CyclicBarrier(servers.size());
        ExecutorService threads =
                Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
        CompletionService<LoadResult> runs = new ExecutorCompletionService<>(threads);
        try {
            for (int i = 0; i < servers.size(); i++) {
                ServerProcess server = servers.get(i);
                PhaseListener listener = new Together(barrier, i == 0 ? told : PhaseListener.NONE);
                var _ =
                        runs.submit(() ->
                                server.load(
                                        Surroundings.NONE.with(listener).amongOthers(),
                                        "--rate",
                                        Integer.toString(RATE_OF_INSTANCE),
                                        "--warmup",
                                        "2",
                                        "--seconds",
                                        Integer.toString(seconds)));
            }
            List<LoadResult> results = new ArrayList<>();
            for (var _ : servers) {
                // The first run that fails says why; the others only wait for it at the barrier.
                results.add(bench.checked(runs.take().get()));
            }
            return results;
        } catch (ExecutionException e) {
            throw new LoadException("An instance's run failed: " + e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    /** Lets several phases begin and end at the same time. */
    private record Together(CyclicBarrier barrier, PhaseListener told) implements PhaseListener {

        @Override
        public void began() throws IOException, InterruptedException {
            meet();
            told.began();
        }

        @Override
        public void ended() throws IOException, InterruptedException {
            meet();
            told.ended();
        }

        private void meet() throws InterruptedException {
            try {
                var _ = barrier.await(MEET_MINUTES, TimeUnit.MINUTES);
            } catch (BrokenBarrierException | TimeoutException _) {
                throw new LoadException(
                        "the runs of the instances are more than %d minutes apart."
                                .formatted(MEET_MINUTES));
            }
        }
    }

    /** The processor time of a phase. */
    private static final class Watch implements PhaseListener {

        private final List<ProcessCost> servers;
        private final ProcessCost database;
        private CpuTime time = new CpuTime(0, 0, 0);

        Watch(List<ProcessCost> servers, ProcessCost database) {
            this.servers = servers;
            this.database = database;
        }

        @Override
        public synchronized void began() throws IOException {
            time = CpuTime.of(servers, database);
        }

        @Override
        public synchronized void ended() throws IOException {
            time = CpuTime.of(servers, database).since(time);
        }

        synchronized CpuTime used() {
            return time;
        }
    }
}
