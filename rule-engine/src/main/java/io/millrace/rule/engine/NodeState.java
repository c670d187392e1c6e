// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.chain.ChainNode;
import java.time.Duration;

/**
 * A snapshot of a node of a chain in this process.
 *
 * @param node the node
 * @param messages number of unanswered messages; 0 for nodes without a limit
 * @param condition whether it takes messages
 */
public record NodeState(ChainNode node, int messages, Condition condition) {

    /** Whether a node takes messages. */
    public sealed interface Condition {}

    /** The node takes messages. */
    public record Running() implements Condition {}

    /** The node does not run; its messages fail with the reason. */
    public record NotStarted(String reason) implements Condition {}

    /**
     * The node's calls kept timing out, so its messages fail.
     *
     * @param reason what was observed of its calls
     * @param left time until trial messages are admitted; zero: they are admitted now, or are under way
     */
    public record BreakerOpen(String reason, Duration left) implements Condition {}
}
