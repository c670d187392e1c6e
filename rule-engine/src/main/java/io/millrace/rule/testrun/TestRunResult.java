// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.testrun;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a test run.
 *
 * @param steps the nodes that the message passed, each after the step that it came from
 * @param effects writes, messages and calls that the nodes would have made, in their order
 * @param end how the message ended; if messages continued in separate deliveries, the first failure of all
 * @param truncated whether there were more steps or effects than are kept
 */
public record TestRunResult(
        List<Step> steps, List<Effect> effects, AttemptResult end, boolean truncated) {

    /** Largest number of steps, and of effects, that are kept. */
    public static final int MOST = 1_000;

    public TestRunResult {
        steps = List.copyOf(steps);
        effects = List.copyOf(effects);
    }

    /**
     * A message's visit to a node.
     *
     * @param after index of the step that it came from, from 0; null: it entered the chain here
     * @param chain the node's chain
     * @param version version of the chain; 0 for one that is not saved
     * @param labels labels by which it left; empty if it ended
     * @param outputs messages that left; empty if it ended
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
     * An effect that a node would have had.
     *
     * @param kind kind of effect, such as {@code SAVE_TIMESERIES}
     * @param details its details for users, as JSON
     */
    public record Effect(RuleNodeId node, String name, Kind kind, String details) {}

    /** Kinds of effects. */
    public enum Kind {
        SAVE_TIMESERIES,
        SAVE_ATTRIBUTES,
        DELETE_ATTRIBUTES,
        NOTIFY_DEVICE,
        DEVICE_STATE,
        RAISE_ALARM,
        CLEAR_ALARM,
        CREATE_ENTITY,
        ASSIGN_CUSTOMER,
        ADD_RELATION,
        REMOVE_RELATIONS,
        HTTP_CALL,
        EXTERNAL_SEND,
        REST_REPLY,
        RPC_REQUEST,
        RPC_REPLY,
        SEND_MESSAGE,
        WAIT,
        LOG
    }
}
