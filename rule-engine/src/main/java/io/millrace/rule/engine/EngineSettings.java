// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.time.Duration;

/**
 * How the engine divides its work, and its limits.
 *
 * @param stripes number of workers that share a chain and each of its nodes; an originator always has the same one
 * @param maxNodesPerMessage number of nodes that an attempt may pass before it is taken for an endless loop
 * @param nodeStartLimit how long a chain waits for its nodes to start before it takes messages without them
 * @param inactivityTimeout after how long without activity a device counts as inactive
 * @param maxInNode number of unanswered messages in a node beyond which it refuses more; each stripe may exceed it by
 *     one. It applies to nodes that answer later, except those that wait for the store.
 * @param breaker when a node whose calls time out is not called
 * @param unloadAfter a chain that no message has entered for this time is unloaded; at the latest after twice the time
 */
public record EngineSettings(
        int stripes,
        int maxNodesPerMessage,
        Duration nodeStartLimit,
        Duration inactivityTimeout,
        int maxInNode,
        BreakerSettings breaker,
        Duration unloadAfter) {

    /**
     * Two stripes for each core, a thousand nodes, ten seconds, ten minutes, 8,192 messages; chains are unloaded after
     * ten minutes.
     */
    public static final EngineSettings DEFAULTS =
            new EngineSettings(
                    2 * Runtime.getRuntime().availableProcessors(),
                    1_000,
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(10),
                    8_192,
                    BreakerSettings.DEFAULTS,
                    Duration.ofMinutes(10));

    public EngineSettings {
        if (stripes < 1 || maxNodesPerMessage < 1 || maxInNode < 1) {
            throw new IllegalArgumentException(
                    "stripes, maxNodesPerMessage and maxInNode must be at least 1, but are %d, %d and %d"
                            .formatted(stripes, maxNodesPerMessage, maxInNode));
        }
    }

    /** Returns these settings with another time after which chains are unloaded. */
    public EngineSettings withUnloadAfter(Duration time) {
        return new EngineSettings(
                stripes,
                maxNodesPerMessage,
                nodeStartLimit,
                inactivityTimeout,
                maxInNode,
                breaker,
                time);
    }
}
