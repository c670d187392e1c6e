// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.Cost;
import io.millrace.benchmark.load.LoadResult;

/** The figures of a run of the load generator. */
final class LoadFigures {

    static final Figure STORED = Figure.of("stored/s", 0).withRatio();
    static final Figure ENDED = Figure.of("ended/s", 0).withRatio();
    static final Figure SETTLED = Figure.of("stored/s until all are stored", 0).withRatio();
    static final Figure CPU_SERVER = Figure.of("CPU server, µs/message", 1);
    static final Figure CPU_DATABASE = Figure.of("CPU PostgreSQL", 1);
    static final Figure CPU = Figure.of("CPU together", 1).withRatio().withSpread();
    static final Figure P50 = Figure.of("PUBACK p50, ms", 1);
    static final Figure P99 = Figure.of("PUBACK p99, ms", 1).withRatio().withSpread();
    static final Figure SEEN_P50 = Figure.of("publish-to-stored p50, ms", 1);
    static final Figure SEEN_P99 = Figure.of("publish-to-stored p99, ms", 1);
    static final Figure MEMORY = Figure.of("RSS, MB", 0);
    static final Figure MOST_MEMORY = Figure.of("RSS at most, MB", 0);
    static final Figure UNSENT = Figure.of("unsent", 0).asSum();
    static final Figure LOST = Figure.of("lost", 0).asSum();

    private LoadFigures() {}

    /** Adds all of them. */
    static void add(Samples samples, String row, String subject, LoadResult result) {
        samples.add(row, subject, STORED, result.storedPerSecond());
        samples.add(row, subject, ENDED, result.endedPerSecond());
        samples.add(row, subject, SETTLED, result.settledPerSecond());
        samples.add(row, subject, P50, result.acknowledgements().p50());
        samples.add(row, subject, P99, result.acknowledgements().p99());
        samples.add(row, subject, SEEN_P50, result.seen().p50());
        samples.add(row, subject, SEEN_P99, result.seen().p99());
        samples.add(row, subject, UNSENT, result.unsent());
        samples.add(row, subject, LOST, result.account().lost());
        Cost cost = result.cost();
        if (cost != null) {
            samples.add(row, subject, CPU_SERVER, cost.serverMicros());
            samples.add(row, subject, CPU_DATABASE, cost.databaseMicros());
            samples.add(row, subject, CPU, cost.togetherMicros());
            samples.add(row, subject, MEMORY, cost.averageMegabytes());
            samples.add(row, subject, MOST_MEMORY, cost.mostMegabytes());
        }
    }
}
