// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.Options.Chain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Chains with scripts against the root chain, in a closed loop. */
final class ScriptsSection implements Section {

    private static final List<Chain> CHAINS = List.of(Chain.ROOT, Chain.SCRIPTS, Chain.JAVASCRIPT);

    private final Figure ratio = Figure.of("ratio to root", 2);
    private final Samples samples = new Samples();

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        bench.longStep(
                samples,
                "server",
                "",
                () ->
                        bench.withServer(
                                bench.jar(),
                                server -> {
                                    for (Chain chain : CHAINS) {
                                        WarmUp.run(
                                                bench,
                                                samples,
                                                "",
                                                server,
                                                "--chain",
                                                nameOf(chain));
                                    }
                                    bench.rounds(CHAINS, chain -> measure(bench, server, chain));
                                }));
        Values root = samples.of(nameOf(Chain.ROOT), "", LoadFigures.STORED);
        for (Chain chain : new ArrayList<>(CHAINS)) {
            Values stored = samples.of(nameOf(chain), "", LoadFigures.STORED);
            samples.add(nameOf(chain), "", ratio, stored.ratioTo(root));
        }
        return Result.of(
                samples.table(
                        "chain",
                        List.of(""),
                        List.of(
                                LoadFigures.STORED,
                                ratio,
                                LoadFigures.CPU_SERVER,
                                LoadFigures.CPU_DATABASE,
                                LoadFigures.CPU,
                                LoadFigures.P50,
                                LoadFigures.P99,
                                LoadFigures.LOST)));
    }

    private void measure(Bench bench, ServerProcess server, Chain chain)
            throws InterruptedException {
        String row = nameOf(chain);
        bench.step(
                samples,
                row,
                "",
                () ->
                        LoadFigures.add(
                                samples,
                                row,
                                "",
                                bench.checked(
                                        server.load(
                                                "--chain",
                                                row,
                                                "--warmup",
                                                Integer.toString(bench.options().warmup()),
                                                "--seconds",
                                                Integer.toString(bench.options().seconds())))));
    }

    private static String nameOf(Chain chain) {
        return chain.name().toLowerCase(Locale.ROOT);
    }
}
