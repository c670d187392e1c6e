// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.util.concurrent.atomic.LongAdder;

/** Counts rows by how they were written. */
final class WriteCounters {

    private final LongAdder copied = new LongAdder();
    private final LongAdder merged = new LongAdder();
    private final LongAdder repeated = new LongAdder();

    void written(int rowsCopied, int rowsMerged) {
        copied.add(rowsCopied);
        merged.add(rowsMerged);
    }

    void batchRepeated() {
        repeated.increment();
    }

    long rowsCopied() {
        return copied.sum();
    }

    long rowsMerged() {
        return merged.sum();
    }

    long batchesRepeated() {
        return repeated.sum();
    }
}
