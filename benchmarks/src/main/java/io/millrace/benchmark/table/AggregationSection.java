// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.util.Map;

/** Aggregations of a million readings. */
final class AggregationSection implements Section {

    private static final String MAIN = "io.millrace.benchmark.load.AggregationTimes";

    @Override
    public Result measure(Bench bench) throws IOException, InterruptedException {
        return Result.of(bench.beside(Map.of(), server -> Forked.run(bench, MAIN, server.words())));
    }
}
