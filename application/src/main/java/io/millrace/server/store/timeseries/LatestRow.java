// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import java.util.Comparator;
import java.util.UUID;

/** A latest value on its way into its table. */
record LatestRow(UUID entity, int key, Sample sample) {

    /** All writers lock the table's rows in this order, and so never each other for good. */
    static final Comparator<LatestRow> LOCK_ORDER =
            Comparator.comparing(LatestRow::entity).thenComparingInt(LatestRow::key);

    /**
     * A value that may be the latest.
     *
     * @param ts milliseconds since the epoch
     * @param seq number of the write, see {@link WriterSequence}
     */
    record Sample(long ts, long seq, Value value) {

        /** The later of two values: by time stamp, and where these are the same, by write. */
        static Sample later(Sample a, Sample b) {
            return b.isAfter(a) ? b : a;
        }

        boolean isAfter(Sample other) {
            return ts == other.ts ? seq > other.seq : ts > other.ts;
        }
    }
}
