// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The memory of a server that is idle, busy and overloaded. */
final class MemorySection implements Section {

    private final Figure most = Figure.of("RSS, MB", 0).withSpread();
    private final Samples samples = new Samples();

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.rounds(List.of(bench.jar()), _ -> measureAll(bench));
        return Result.of(
                samples.table(
                        "", List.of(""), List.of(most, LoadFigures.STORED, LoadFigures.LOST)));
    }

    /** Each load has a server of its own, because memory that a JVM has taken stays with it. */
    private void measureAll(Bench bench) throws InterruptedException {
        bench.step(
                samples,
                "idle",
                "",
                () ->
                        bench.withServer(
                                bench.jar(),
                                server -> {
                                    bench.pause(20);
                                    samples.add(
                                            "idle", "", most, server.cost().residentMegabytes());
                                }));
        load(bench, "open loop at 14,000/s", "--rate", "14000");
        load(
                bench,
                "overloaded: closed loop, REST calls of 100 ms",
                "--chain",
                "rest",
                "--rest-millis",
                "100",
                "--window",
                "60");
    }

    private void load(Bench bench, String row, String... options) throws InterruptedException {
        List<String> words = new ArrayList<>(List.of(options));
        words.addAll(
                List.of(
                        "--warmup",
                        Integer.toString(bench.options().warmup()),
                        "--seconds",
                        Integer.toString(bench.options().seconds())));
        bench.step(
                samples,
                row,
                "",
                () ->
                        bench.withServer(
                                bench.jar(),
                                server -> {
                                    LoadResult result =
                                            bench.checked(
                                                    server.load(words.toArray(String[]::new)));
                                    LoadFigures.add(samples, row, "", result);
                                    if (result.cost() != null) {
                                        samples.add(row, "", most, result.cost().mostMegabytes());
                                    }
                                }));
    }
}
