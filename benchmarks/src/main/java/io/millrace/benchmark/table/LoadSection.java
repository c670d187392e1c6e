// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import static io.millrace.benchmark.table.LoadFigures.CPU;
import static io.millrace.benchmark.table.LoadFigures.CPU_DATABASE;
import static io.millrace.benchmark.table.LoadFigures.CPU_SERVER;
import static io.millrace.benchmark.table.LoadFigures.LOST;
import static io.millrace.benchmark.table.LoadFigures.MEMORY;
import static io.millrace.benchmark.table.LoadFigures.P50;
import static io.millrace.benchmark.table.LoadFigures.P99;
import static io.millrace.benchmark.table.LoadFigures.STORED;
import static io.millrace.benchmark.table.LoadFigures.UNSENT;

import io.millrace.benchmark.table.Plot.Point;
import java.io.IOException;
import java.util.List;

/** The root chain at several rates, and in a closed loop. */
final class LoadSection implements Section {

    private static final String CLOSED_LOOP = "closed loop";

    /** Messages per second; 0 is the closed loop. */
    private static final List<Integer> RATES =
            List.of(250, 1_000, 2_000, 4_000, 8_000, 14_000, 28_000, 0);

    /** Of connections that are new; the JIT compiler has finished before. */
    private static final String SHORT_WARMUP = "2";

    private final Samples samples = new Samples();

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.rounds(
                bench.jars(),
                jar ->
                        bench.longStep(
                                samples,
                                "server",
                                jar.label(),
                                () ->
                                        bench.withServer(
                                                jar, server -> measure(bench, jar, server))));
        List<String> jars = Bench.labels(bench.jars());
        return new Result(
                samples.table(
                        "messages/s",
                        jars,
                        List.of(
                                STORED,
                                CPU_SERVER,
                                CPU_DATABASE,
                                CPU,
                                P50,
                                P99,
                                MEMORY,
                                UNSENT,
                                LOST)),
                List.of(cost(jars), latency(jars)));
    }

    private void measure(Bench bench, Program.Jar jar, ServerProcess server)
            throws InterruptedException {
        WarmUp.run(bench, samples, jar.label(), server);
        for (int rate : RATES) {
            String row = rate == 0 ? CLOSED_LOOP : String.format("%,d", rate);
            bench.step(
                    samples,
                    row,
                    jar.label(),
                    () ->
                            LoadFigures.add(
                                    samples,
                                    row,
                                    jar.label(),
                                    bench.checked(
                                            server.load(
                                                    "--rate",
                                                    Integer.toString(rate),
                                                    "--warmup",
                                                    SHORT_WARMUP,
                                                    "--seconds",
                                                    Integer.toString(bench.options().seconds())))));
        }
    }

    private Plot cost(List<String> jars) {
        Plot plot =
                new Plot(
                        "performance-load-cpu",
                        "Processor time of a message",
                        "stored messages/s",
                        "µs of CPU for each message");
        for (String jar : jars) {
            plot.add(line(jar, "server and PostgreSQL"), points(jar, CPU));
            plot.add(line(jar, "server"), points(jar, CPU_SERVER));
        }
        return plot;
    }

    private Plot latency(List<String> jars) {
        Plot plot =
                new Plot(
                        "performance-load-latency",
                        "From due to PUBACK",
                        "stored messages/s",
                        "milliseconds");
        for (String jar : jars) {
            plot.add(line(jar, "p50"), points(jar, P50));
            plot.add(line(jar, "p99"), points(jar, P99));
        }
        return plot;
    }

    private static String line(String jar, String name) {
        return jar.isEmpty() ? name : jar + ", " + name;
    }

    private List<Point> points(String jar, Figure figure) {
        return samples.rows().stream()
                .map(row ->
                        new Point(
                                samples.of(row, jar, STORED).median(),
                                samples.of(row, jar, figure).median()))
                .toList();
    }
}
