// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.Population;
import io.millrace.benchmark.load.Surroundings;
import io.millrace.benchmark.table.Plot.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a message costs among more and more devices, rule chains and tenants. */
final class GrowthSection implements Section {

    private static final Figure RATIO = Figure.of("ratio", 2);

    /** Files that are open beside the connections. */
    private static final int OTHER_FILES = 500;

    private final Plot plot =
            new Plot(
                    "performance-growth",
                    "Processor time of a message at 4,000 messages/s",
                    "number of devices, rule chains or tenants",
                    "µs of CPU for each message, server and PostgreSQL");

    /** How a table grows. */
    private record Growth(String name, List<Integer> numbers, int big, Settlement settlement) {}

    /** Makes a number of things, and the devices that publish among them. */
    interface Settlement {
        Population settle(ServerProcess server, int number)
                throws IOException, InterruptedException;
    }

    private static final List<Growth> GROWTHS =
            List.of(
                    new Growth(
                            "devices", List.of(100, 1_000, 10_000), 100_000, Settlements::devices),
                    new Growth("rule chains", List.of(1, 100, 1_000), 10_000, Settlements::chains),
                    new Growth("tenants", List.of(1, 100, 1_000), 10_000, Settlements::tenants));

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        StringBuilder tables = new StringBuilder();
        for (Growth growth : GROWTHS) {
            tables.append(measure(bench, growth)).append('\n');
        }
        return new Result(tables.toString(), List.of(plot));
    }

    private String measure(Bench bench, Growth growth) throws IOException, InterruptedException {
        Samples samples = new Samples();
        List<Integer> numbers = new ArrayList<>(growth.numbers());
        if (bench.options().big()) {
            numbers.add(growth.big());
        }
        List<Point> points = new ArrayList<>();
        for (int number : numbers) {
            String row = String.format("%,d", number);
            bench.longStep(
                    samples,
                    row,
                    growth.name(),
                    () -> {
                        requireFiles(number);
                        bench.withServer(
                                bench.jar(),
                                server ->
                                        measure(
                                                bench,
                                                samples,
                                                row,
                                                server,
                                                growth.settlement().settle(server, number)));
                    });
            Values cost = samples.of(row, "", LoadFigures.CPU);
            String first = String.format("%,d", numbers.getFirst());
            samples.add(row, "", RATIO, cost.ratioTo(samples.of(first, "", LoadFigures.CPU)));
            points.add(new Point(number, cost.median()));
        }
        plot.add(growth.name(), points);
        return samples.table(
                growth.name(),
                List.of(""),
                List.of(
                        LoadFigures.STORED,
                        LoadFigures.CPU_SERVER,
                        LoadFigures.CPU_DATABASE,
                        LoadFigures.CPU,
                        RATIO,
                        LoadFigures.P99,
                        LoadFigures.MOST_MEMORY,
                        LoadFigures.LOST));
    }

    /** All rounds have the same server and devices, because making them takes longer than the rounds. */
    private static void measure(
            Bench bench, Samples samples, String row, ServerProcess server, Population population)
            throws IOException, InterruptedException {
        WarmUp.run(bench, samples, "", server);
        bench.rounds(
                List.of(row),
                _ ->
                        bench.step(
                                samples,
                                row,
                                "",
                                () -> {
                                    LoadResult result =
                                            bench.checked(
                                                    server.load(
                                                            Surroundings.NONE.with(population),
                                                            "--rate",
                                                            "4000",
                                                            "--warmup",
                                                            Integer.toString(
                                                                    bench.options().warmup()),
                                                            "--seconds",
                                                            Integer.toString(
                                                                    bench.options().seconds())));
                                    LoadFigures.add(samples, row, "", result);
                                }));
    }

    /** Server and generator have a file for each connection. */
    private static void requireFiles(int devices) throws IOException {
        long most =
                Files.readAllLines(Path.of("/proc/self/limits")).stream()
                        .filter(line -> line.startsWith("Max open files"))
                        .map(line -> line.split("\\s{2,}")[2])
                        .filter(text -> text.matches("\\d+"))
                        .mapToLong(Long::parseLong)
                        .findFirst()
                        .orElse(Long.MAX_VALUE);
        if (most < devices + OTHER_FILES) {
            throw new LoadException(
                    "%,d connections need as many open files, but \"ulimit -Hn\" is %,d."
                            .formatted(devices, most));
        }
    }
}
