// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.util.List;

/** Measures one part of the page. */
interface Section {

    /**
     * What a section has to show.
     *
     * @param markdown its tables
     * @param plots those that follow the tables
     */
    record Result(String markdown, List<Plot> plots) {

        static Result of(String markdown) {
            return new Result(markdown, List.of());
        }
    }

    /**
     * Measures. A failed round is reported to the bench.
     *
     * @throws IOException if nothing can be measured at all
     */
    Result measure(Bench bench) throws IOException, InterruptedException;
}
