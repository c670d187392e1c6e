// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import java.util.Comparator;
import java.util.UUID;

/** A latest value to be written to its table. */
record LatestRow(UUID entity, int key, Sample sample) {

    /** All writers lock the table's rows in this order, so that they cannot deadlock. */
    static final Comparator<LatestRow> LOCK_ORDER =
            Comparator.comparing(LatestRow::entity).thenComparingInt(LatestRow::key);

    /**
     * A value that may be the latest one of its key.
     *
     * @param ts milliseconds since the epoch
     * @param seq number of the write, see {@link WriterSequence}
     */
    record Sample(long ts, long seq, Value value) {

        /** Returns the later of two values: by timestamp, then by write. */
        static Sample later(Sample a, Sample b) {
            return b.isAfter(a) ? b : a;
        }

        boolean isAfter(Sample other) {
            return ts == other.ts ? seq > other.seq : ts > other.ts;
        }
    }
}
