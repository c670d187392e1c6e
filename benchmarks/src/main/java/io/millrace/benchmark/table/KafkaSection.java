// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One server on a broker; then three, which share a PostgreSQL. */
final class KafkaSection implements Section {

    private static final Figure ACKNOWLEDGED = Figure.of("acknowledged/s", 0).withRatio();
    private static final Figure BROKER = Figure.of("CPU broker", 1);

    private final Samples samples = new Samples();

    /** A load. */
    private record Run(String row, List<String> options) {}

    private static final List<Run> RUNS =
            List.of(
                    new Run("closed loop", List.of()),
                    new Run("28,000", List.of("--rate", "28000", "--window", "60")),
                    new Run("4,000", List.of("--rate", "4000")));

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.rounds(
                bench.jars(),
                jar ->
                        bench.longStep(
                                samples, "server", jar.label(), () -> withBroker(bench, jar)));
        String one =
                samples.table(
                        "messages/s",
                        Bench.labels(bench.jars()),
                        List.of(
                                ACKNOWLEDGED,
                                LoadFigures.ENDED,
                                LoadFigures.SETTLED,
                                LoadFigures.CPU_SERVER,
                                LoadFigures.CPU_DATABASE,
                                BROKER,
                                LoadFigures.P50,
                                LoadFigures.P99,
                                LoadFigures.SEEN_P50,
                                LoadFigures.SEEN_P99,
                                LoadFigures.LOST));
        return Result.of(one + "\n" + new ClusterTable().measure(bench));
    }

    private void withBroker(Bench bench, Program.Jar jar) throws Exception {
        Path directory = Directories.create();
        try (Broker broker = Broker.start(directory)) {
            bench.withServer(
                    jar, broker.settingsOfServer(), server -> measure(bench, jar, broker, server));
        } finally {
            Directories.delete(directory);
        }
    }

    private void measure(Bench bench, Program.Jar jar, Broker broker, ServerProcess server)
            throws InterruptedException {
        // A run of its own: what it leaves waiting in the log would be stored in the measured
        // phase.
        WarmUp.run(bench, samples, jar.label(), server);
        for (Run run : RUNS) {
            bench.step(
                    samples,
                    run.row(),
                    jar.label(),
                    () -> measure(bench, jar, broker, server, run));
        }
    }

    private void measure(Bench bench, Program.Jar jar, Broker broker, ServerProcess server, Run run)
            throws IOException, InterruptedException {
        BrokerCpu cpu = new BrokerCpu(broker.cost());
        List<String> options = new ArrayList<>(run.options());
        options.addAll(
                List.of("--warmup", "0", "--seconds", Integer.toString(bench.options().seconds())));
        LoadResult result =
                bench.checked(
                        server.load(Surroundings.NONE.with(cpu), options.toArray(String[]::new)));
        LoadFigures.add(samples, run.row(), jar.label(), result);
        samples.add(run.row(), jar.label(), ACKNOWLEDGED, result.storedPerSecond());
        samples.add(run.row(), jar.label(), BROKER, cpu.micros(result.account().measured()));
    }
}
