// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Aggregations of a million readings. */
final class AggregationSection implements Section {

    private static final String MAIN = "io.millrace.benchmark.load.AggregationTimes";

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        Samples samples = new Samples();
        bench.longStep(
                samples,
                "aggregation",
                "",
                () -> bench.withServer(bench.jar(), server -> lines.addAll(run(server))));
        return Result.of(
                samples.rows().isEmpty()
                        ? Forked.tables(lines)
                        : samples.table("", List.of(), List.of()));
    }

    private static List<String> run(ServerProcess server) throws IOException, InterruptedException {
        Path directory = Directories.create();
        try {
            List<String> words = server.words();
            // It does not use MQTT.
            return Forked.run(MAIN, words, directory);
        } finally {
            Directories.delete(directory);
        }
    }
}
