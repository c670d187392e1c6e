// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.time.Duration;

/**
 * How the engine divides its work, and its bounds.
 *
 * @param stripes how many workers share a chain and each of its nodes; an originator always has the same one
 * @param maxNodesPerMessage how many nodes an attempt may pass before it counts as running in circles
 * @param nodeStartLimit how long a chain waits for its nodes to start before it takes messages without them
 * @param inactivityTimeout after how long without a sign a device counts as inactive
 * @param maxInNode how many messages may be in a node whose answers come later, before it refuses more; each stripe may
 *     exceed it by one. It does not hold for nodes that wait for the store.
 * @param breaker when a node whose calls time out is left alone
 */
public record EngineSettings(
        int stripes,
        int maxNodesPerMessage,
        Duration nodeStartLimit,
        Duration inactivityTimeout,
        int maxInNode,
        BreakerSettings breaker) {

    /** Two stripes for each core, a thousand nodes, ten seconds, ten minutes, 8,192 messages. */
    public static final EngineSettings DEFAULTS =
            new EngineSettings(
                    2 * Runtime.getRuntime().availableProcessors(),
                    1_000,
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(10),
                    8_192,
                    BreakerSettings.DEFAULTS);

    public EngineSettings {
        if (stripes < 1 || maxNodesPerMessage < 1 || maxInNode < 1) {
            throw new IllegalArgumentException(
                    "expected at least one stripe, one node and one message in it, but got %d, %d and %d"
                            .formatted(stripes, maxNodesPerMessage, maxInNode));
        }
    }
}
