// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.chain.ChainNode;
import java.time.Duration;

/**
 * How a node of a chain is in this process at this moment.
 *
 * @param node the node
 * @param messages how many messages it has not answered yet, of those that go through a bound
 * @param condition whether it takes messages
 */
public record NodeState(ChainNode node, int messages, Condition condition) {

    /** Whether a node takes messages. */
    public sealed interface Condition {}

    /** It does. */
    public record Running() implements Condition {}

    /** It does not run; its messages fail with the reason. */
    public record NotStarted(String reason) implements Condition {}

    /**
     * Its calls kept timing out, so its messages fail.
     *
     * @param reason what was seen of its calls
     * @param left until messages are let in to try it; zero: the next ones are, or are being tried
     */
    public record BreakerOpen(String reason, Duration left) implements Condition {}
}
