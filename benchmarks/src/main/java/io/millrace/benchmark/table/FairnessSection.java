// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.util.Map;

/** What the abuse of one tenant does to another. */
final class FairnessSection implements Section {

    private static final String MAIN = "io.millrace.benchmark.load.Fairness";

    /** Seven rounds have scripts that must be killed, each of a new tenant. */
    private static final Map<String, String> SETTINGS =
            Map.of("MILLRACE_JAVASCRIPT_OWN_PROCESSES", "8");

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        return Result.of(
                bench.beside(
                        SETTINGS,
                        server ->
                                Forked.run(
                                        bench,
                                        MAIN,
                                        server.words(
                                                "--warmup",
                                                Integer.toString(bench.options().warmup()),
                                                "--seconds",
                                                Integer.toString(bench.options().seconds())))));
    }
}
