// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.rule.testrun.TestRunResult;
import io.millrace.rule.testrun.TestRunResult.Effect;
import io.millrace.rule.testrun.TestRunResult.Kind;
import io.millrace.rule.testrun.TestRunResult.Step;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The report of a test run, as REST shows it.
 *
 * @param steps the nodes that the message passed
 * @param effects the effects, which were recorded but not executed
 * @param error the error; null if the message did not fail
 * @param truncated true if the run had more steps or effects than are shown
 */
record TestReport(
        Outcome outcome,
        @Nullable Reason error,
        List<ShownStep> steps,
        List<ShownEffect> effects,
        boolean truncated) {

    /** Payloads beyond this number of characters are truncated. */
    private static final int LONGEST_DATA = 64 * 1024;

    /** The outcome of the message. */
    enum Outcome {
        DONE,
        DONE_WITHOUT_EFFECT,
        FAILED;

        static Outcome of(AttemptResult end) {
            return switch (end) {
                case AttemptResult.Done _ -> DONE;
                case AttemptResult.DoneWithoutEffect _ -> DONE_WITHOUT_EFFECT;
                case AttemptResult.Failed _ -> FAILED;
            };
        }
    }

    /** The error of a failed message, with its node. */
    record Reason(String message, @Nullable RuleNodeId nodeId, @Nullable String nodeName) {}

    /** A message at a step of the run. */
    record ShownMessage(
            EntityId originator, String msgType, Map<String, String> metadata, String data) {

        static ShownMessage of(RuleMessage message) {
            String data = message.payload().text();
            return new ShownMessage(
                    message.originator(),
                    message.type(),
                    message.metadata().values(),
                    data.length() <= LONGEST_DATA ? data : data.substring(0, LONGEST_DATA) + "…");
        }
    }

    /**
     * A step of the run: one node that processed one message.
     *
     * @param after index of the step before it; null for the first step
     * @param ruleChainVersion 0 for a draft
     */
    record ShownStep(
            int index,
            @Nullable Integer after,
            RuleChainId ruleChainId,
            long ruleChainVersion,
            RuleNodeId nodeId,
            String nodeName,
            String nodeType,
            ShownMessage input,
            List<String> labels,
            List<ShownMessage> outputs,
            long durationMicros,
            @Nullable String error) {

        static ShownStep of(int index, Step step) {
            return new ShownStep(
                    index,
                    step.after(),
                    step.chain(),
                    step.version(),
                    step.node(),
                    step.name(),
                    step.type(),
                    ShownMessage.of(step.input()),
                    step.labels(),
                    step.outputs().stream().map(ShownMessage::of).toList(),
                    step.micros(),
                    step.error());
        }
    }

    /** An effect that a node would have had. */
    record ShownEffect(RuleNodeId nodeId, String nodeName, Kind kind, JsonNode details) {

        static ShownEffect of(Effect effect) {
            return new ShownEffect(
                    effect.node(),
                    effect.name(),
                    effect.kind(),
                    JsonMapper.shared().readTree(effect.details()));
        }
    }

    static TestReport of(TestRunResult result) {
        List<Step> steps = result.steps();
        List<ShownStep> shown =
                IntStream.range(0, steps.size())
                        .mapToObj(index -> ShownStep.of(index, steps.get(index)))
                        .toList();
        return new TestReport(
                Outcome.of(result.end()),
                errorOf(result.end()),
                shown,
                result.effects().stream().map(ShownEffect::of).toList(),
                result.truncated());
    }

    private static @Nullable Reason errorOf(AttemptResult end) {
        if (!(end instanceof AttemptResult.Failed failed)) {
            return null;
        }
        Failure failure = failed.failure();
        return new Reason(failure.error(), failure.node(), failure.nodeName());
    }
}
