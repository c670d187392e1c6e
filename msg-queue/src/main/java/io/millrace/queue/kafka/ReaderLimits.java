// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;

/** How long the poll loop may wait for others. */
final class ReaderLimits {

    /** For a rebalance: the heartbeat interval that docs/cluster.md recommends, because nothing is read meanwhile. */
    static final Duration REBALANCE = Duration.ofSeconds(1);

    /** For a call of the brokers. */
    static final Duration CALL = Duration.ofSeconds(5);

    /** Enough for a call that nothing delays. */
    static final Duration LEAST_CALL = Duration.ofMillis(100);

    private ReaderLimits() {}
}
