// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a message.
 *
 * @param steps the nodes that it passed, each behind the one that it came from
 * @param effects what would have been written, sent or called, in its order
 * @param end how it ended; where messages went on in deliveries of their own, the first failure of all counts
 * @param truncated whether there were more steps or effects than are kept
 */
public record TestRunResult(
        List<Step> steps, List<Effect> effects, AttemptResult end, boolean truncated) {

    /** The most steps, and the most effects, that are kept. */
    public static final int MOST = 1_000;

    public TestRunResult {
        steps = List.copyOf(steps);
        effects = List.copyOf(effects);
    }

    /**
     * A message's stay at a node.
     *
     * @param after place of the step that it came from, counted from 0; null: it entered the chain here
     * @param chain the node's chain
     * @param version of the chain; 0 for one that is not saved
     * @param labels by which it left; empty where it ended
     * @param outputs what left, empty where it ended
     * @param error why it failed, or null
     */
    public record Step(
            @Nullable Integer after,
            RuleChainId chain,
            long version,
            RuleNodeId node,
            String name,
            String type,
            RuleMessage input,
            List<String> labels,
            List<RuleMessage> outputs,
            long micros,
            @Nullable String error) {

        public Step {
            labels = List.copyOf(labels);
            outputs = List.copyOf(outputs);
        }
    }

    /**
     * Something that a node would have done.
     *
     * @param kind what it is, such as {@code SAVE_TIMESERIES}
     * @param details what a person wants to know of it, as JSON
     */
    public record Effect(RuleNodeId node, String name, Kind kind, String details) {}

    /** Kinds of effects. */
    public enum Kind {
        SAVE_TIMESERIES,
        SAVE_ATTRIBUTES,
        HTTP_CALL,
        REST_REPLY,
        SEND_MESSAGE,
        WAIT,
        LOG
    }
}
