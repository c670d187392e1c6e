// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the abuse of one tenant does to another. */
final class FairnessSection implements Section {

    private static final String MAIN = "io.millrace.benchmark.load.Fairness";

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        List<String> lines = new ArrayList<>();
        Samples samples = new Samples();
        // Seven rounds have scripts that must be killed, each of a new tenant.
        Map<String, String> settings = Map.of("MILLRACE_JAVASCRIPT_OWN_PROCESSES", "8");
        bench.longStep(
                samples,
                "fairness",
                "",
                () ->
                        bench.withServer(
                                bench.jar(), settings, server -> lines.addAll(run(bench, server))));
        return Result.of(
                samples.rows().isEmpty()
                        ? Forked.tables(lines)
                        : samples.table("", List.of(), List.of()));
    }

    private static List<String> run(Bench bench, ServerProcess server)
            throws IOException, InterruptedException {
        Path directory = Directories.create();
        try {
            return Forked.run(
                    MAIN,
                    server.words(
                            "--warmup",
                            Integer.toString(bench.options().warmup()),
                            "--seconds",
                            Integer.toString(bench.options().seconds())),
                    directory);
        } finally {
            Directories.delete(directory);
        }
    }
}
