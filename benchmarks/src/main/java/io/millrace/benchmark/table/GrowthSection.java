// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.Options;
import io.millrace.benchmark.load.Population;
import io.millrace.benchmark.load.Surroundings;
import io.millrace.benchmark.table.Plot.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a message costs among more and more devices, rule chains or tenants. The rows of a table differ in nothing else:
 * those of rule chains and of tenants have the same number of devices.
 */
final class GrowthSection implements Section {

    private static final Figure RATIO = Figure.of("ratio", 2);

    /** Devices that are spread over rule chains or tenants, at least. */
    private static final int DEVICES = 1_000;

    /** Those that connect for all devices, if these do not. */
    private static final int GATEWAYS = 100;

    private static final int MESSAGES_PER_SECOND = 4_000;

    /** Files that are open beside the connections. */
    private static final int OTHER_FILES = 500;

    private final String name;
    private final List<Integer> numbers;
    private final int big;
    private final boolean ofDevices;
    private final Settlement settlement;
    private final Plot plot;

    /** Makes a number of things, and the given number of devices that publish among them. */
    private interface Settlement {
        Population settle(ServerProcess server, int number, int devices)
                throws IOException, InterruptedException;

        /** Number of connections of the devices. */
        default int connections(int devices) {
            return devices;
        }
    }

    private static final Settlement BEHIND_GATEWAYS =
            new Settlement() {
                @Override
                public Population settle(ServerProcess server, int number, int devices)
                        throws IOException, InterruptedException {
                    return Settlements.behindGateways(server, GATEWAYS, devices);
                }

                @Override
                public int connections(int devices) {
                    return GATEWAYS;
                }
            };

    /**
     * @param ofDevices whether the things are the devices themselves, and not something that they share
     * @param big the number that is measured only if big numbers are wanted
     */
    private GrowthSection(
            String name, boolean ofDevices, List<Integer> numbers, int big, Settlement settlement) {
        this.name = name;
        this.ofDevices = ofDevices;
        this.numbers = numbers;
        this.big = big;
        this.settlement = settlement;
        this.plot =
                new Plot(
                        "performance-growth-" + name.replace(' ', '-'),
                        "Processor time of a message at 4,000 messages/s",
                        "number of " + name,
                        "µs of CPU for each message, server and PostgreSQL");
    }

    static GrowthSection ofDevices() {
        return new GrowthSection(
                "devices",
                true,
                List.of(100, DEVICES, 10_000),
                100_000,
                (server, _, devices) -> Settlements.devices(server, devices));
    }

    /** The number of devices grows, and that of connections does not. */
    static GrowthSection ofDevicesBehindGateways() {
        return new GrowthSection(
                "devices behind gateways",
                true,
                List.of(100, DEVICES, 10_000),
                100_000,
                BEHIND_GATEWAYS);
    }

    static GrowthSection ofChains() {
        return new GrowthSection(
                "rule chains", false, List.of(1, 100, 1_000), 10_000, Settlements::chains);
    }

    static GrowthSection ofTenants() {
        return new GrowthSection(
                "tenants", false, List.of(1, 100, 1_000), 10_000, Settlements::tenants);
    }

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        Samples samples = new Samples();
        List<Integer> all = new ArrayList<>(numbers);
        if (bench.options().big()) {
            all.add(big);
        }
        List<Point> points = new ArrayList<>();
        for (int number : all) {
            int devices = ofDevices ? number : Math.max(DEVICES, all.getLast());
            String row = row(number);
            bench.longStep(
                    samples,
                    row,
                    name,
                    () -> {
                        requireFiles(settlement.connections(devices));
                        bench.withServer(
                                bench.jar(),
                                server ->
                                        measure(
                                                bench,
                                                samples,
                                                row,
                                                server,
                                                settlement.settle(server, number, devices)));
                    });
            Values cost = samples.of(row, "", LoadFigures.CPU);
            samples.add(
                    row,
                    "",
                    RATIO,
                    cost.ratioTo(samples.of(row(all.getFirst()), "", LoadFigures.CPU)));
            points.add(new Point(number, cost.median()));
        }
        plot.add(name, points);
        return new Result(
                samples.table(
                        name,
                        List.of(""),
                        List.of(
                                LoadFigures.STORED,
                                LoadFigures.CPU_SERVER,
                                LoadFigures.CPU_DATABASE,
                                LoadFigures.CPU,
                                RATIO,
                                LoadFigures.P99,
                                LoadFigures.MOST_MEMORY,
                                LoadFigures.LOST)),
                List.of(plot));
    }

    private static String row(int number) {
        return String.format("%,d", number);
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
                                                            Integer.toString(MESSAGES_PER_SECOND),
                                                            "--warmup",
                                                            Integer.toString(
                                                                    bench.options().warmup()),
                                                            "--patience",
                                                            Integer.toString(Options.MOST_SECONDS),
                                                            "--seconds",
                                                            Integer.toString(
                                                                    bench.options().seconds())));
                                    LoadFigures.add(samples, row, "", result);
                                }));
    }

    /** Server and generator have a file for each connection. */
    private static void requireFiles(int connections) throws IOException {
        long most =
                Files.readAllLines(Path.of("/proc/self/limits")).stream()
                        .filter(line -> line.startsWith("Max open files"))
                        .map(line -> line.split("\\s{2,}")[2])
                        .filter(text -> text.matches("\\d+"))
                        .mapToLong(Long::parseLong)
                        .findFirst()
                        .orElse(Long.MAX_VALUE);
        if (most < connections + OTHER_FILES) {
            throw new LoadException(
                    "%,d connections need as many open files, but \"ulimit -Hn\" is %,d."
                            .formatted(connections, most));
        }
    }
}
