// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.concurrent.atomic.LongAdder;

/** Counts what happens to the partitions of an instance. Safe for use by many threads. */
final class ReaderEvents {

    final LongAdder replayed = new LongAdder();
    final LongAdder skipped = new LongAdder();
    final LongAdder late = new LongAdder();
    final LongAdder omissions = new LongAdder();
    final LongAdder pauses = new LongAdder();

    KafkaStatistics.Events sum() {
        return new KafkaStatistics.Events(
                replayed.sum(), skipped.sum(), late.sum(), omissions.sum(), pauses.sum());
    }
}
