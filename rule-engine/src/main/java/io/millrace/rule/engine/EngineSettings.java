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
 */
public record EngineSettings(
        int stripes, int maxNodesPerMessage, Duration nodeStartLimit, Duration inactivityTimeout) {

    /** Two stripes for each core, a thousand nodes, ten seconds, ten minutes. */
    public static final EngineSettings DEFAULTS =
            new EngineSettings(
                    2 * Runtime.getRuntime().availableProcessors(),
                    1_000,
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(10));

    public EngineSettings {
        if (stripes < 1 || maxNodesPerMessage < 1) {
            throw new IllegalArgumentException(
                    "expected at least one stripe and one node, but got %d and %d"
                            .formatted(stripes, maxNodesPerMessage));
        }
    }
}
