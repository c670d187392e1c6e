// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.util.List;

/** The actor library against Apache Pekko. */
final class ActorsSection implements Section {

    private static final String MAIN = "io.millrace.benchmark.actor.ActorComparison";

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        return Result.of(
                Forked.run(
                        bench, MAIN, bench.options().isQuick() ? List.of("--quick") : List.of()));
    }
}
