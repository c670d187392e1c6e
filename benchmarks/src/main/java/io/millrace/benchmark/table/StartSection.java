// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.ChainGraph;
import io.millrace.benchmark.load.Parallel;
import io.millrace.benchmark.load.Provisioning;
import io.millrace.benchmark.load.RestApi;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How long a start takes over a data directory that exists. */
final class StartSection implements Section {

    private static final int CHAINS = 1_000;
    private static final int NODES = 10;

    private static final Figure SECONDS = Figure.of("ready, s", 2).withRatio().withSpread();
    private static final Figure CPU = Figure.of("CPU, s", 2).withRatio();
    private static final Figure MEMORY = Figure.of("RSS, MB", 0);

    private final Samples samples = new Samples();

    /**
     * What is started again and again.
     *
     * @param row of the table
     * @param subject the jar whose columns show it
     */
    private record Start(String row, String subject, Program program, Path data) {

        @Override
        public String toString() {
            return (row + " " + subject).strip();
        }
    }

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        List<Start> starts = new ArrayList<>();
        try {
            for (Program program : programs(bench)) {
                prepare(bench, starts, program, 0);
                prepare(bench, starts, program, CHAINS);
            }
            // An odd number, more than of other sections, because a start is short.
            bench.rounds(
                    2 * bench.options().rounds() + 1,
                    starts,
                    start ->
                            bench.step(
                                    samples, start.row(), start.subject(), () -> measure(start)));
        } finally {
            for (Start start : starts) {
                Directories.delete(start.data());
            }
        }
        return Result.of(
                samples.table("", Bench.labels(bench.jars()), List.of(SECONDS, CPU, MEMORY)));
    }

    private static List<Program> programs(Bench bench) {
        List<Program> programs = new ArrayList<>(bench.jars());
        Path archive = bench.options().archive();
        if (archive != null) {
            programs.add(new Program.Archive(archive));
        }
        return programs;
    }

    private void prepare(Bench bench, List<Start> starts, Program program, int chains)
            throws IOException, InterruptedException {
        boolean isJar = program instanceof Program.Jar;
        String name = isJar ? "java -jar" : program.label();
        Path data = Directories.create();
        Start start =
                new Start(
                        chains == 0 ? name : "%s, %,d rule chains".formatted(name, chains),
                        isJar ? program.label() : bench.jar().label(),
                        program,
                        data);
        starts.add(start);
        bench.step(
                samples,
                start.row(),
                start.subject(),
                () -> {
                    try (ServerProcess server = ServerProcess.start(program, data, Map.of())) {
                        makeChains(server.rest(), chains);
                    }
                });
    }

    private static void makeChains(RestApi rest, int chains) throws InterruptedException {
        Provisioning provisioning = new Provisioning(rest);
        var _ =
                Parallel.make(
                        chains, i -> provisioning.makeChain("Chain " + i, ChainGraph.line(NODES)));
    }

    private void measure(Start start) throws IOException, InterruptedException {
        try (ServerProcess server = ServerProcess.start(start.program(), start.data(), Map.of())) {
            samples.add(start.row(), start.subject(), SECONDS, server.secondsToReady());
            samples.add(
                    start.row(),
                    start.subject(),
                    CPU,
                    server.cost().own() + server.cost().database());
            samples.add(start.row(), start.subject(), MEMORY, server.cost().residentMegabytes());
        }
    }
}
