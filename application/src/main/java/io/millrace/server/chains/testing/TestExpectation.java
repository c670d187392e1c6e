// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.rule.testrun.TestRunResult;
import io.millrace.rule.testrun.TestRunResult.Kind;
import io.millrace.server.chains.testing.TestReport.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The expected result of a test case. Null components are not checked, with one exception: a message that fails is a
 * difference unless {@code outcome} is {@code FAILED}.
 *
 * @param outcome the expected outcome
 * @param path the nodes that the message passes, with the labels by which it leaves them
 * @param effects the effects of the nodes, in any order
 * @param outputs the data of messages that leave some of the nodes
 */
record TestExpectation(
        @Nullable Outcome outcome,
        @Nullable List<PassedNode> path,
        @Nullable List<DoneEffect> effects,
        @Nullable List<Output> outputs) {

    /** A node, by its name, and the labels by which the message leaves it. */
    record PassedNode(String node, List<String> labels) {

        @Override
        public String toString() {
            return labels.isEmpty() ? node : node + " -" + String.join(",", labels) + "->";
        }
    }

    /** An effect of a node, such as a write or a call. */
    record DoneEffect(String node, Kind kind) {

        @Override
        public String toString() {
            return kind + " by " + node;
        }
    }

    /**
     * The data of a message that leaves a node by a label.
     *
     * @param data the payload as JSON; a string if the payload is not JSON
     */
    record Output(String node, String label, JsonNode data) {}

    /** Creates an expectation of the same outcome, path and effects as in a run. */
    static TestExpectation of(TestRunResult result) {
        return new TestExpectation(
                Outcome.of(result.end()), pathOf(result), effectsOf(result), null);
    }

    private static List<PassedNode> pathOf(TestRunResult result) {
        return result.steps().stream()
                .map(step -> new PassedNode(step.name(), step.labels()))
                .toList();
    }

    private static List<DoneEffect> effectsOf(TestRunResult result) {
        return result.effects().stream()
                .map(effect -> new DoneEffect(effect.name(), effect.kind()))
                .toList();
    }

    /** Returns the differences of a run from the expected result, one sentence each; empty if there are none. */
    List<String> differences(TestRunResult result) {
        List<String> differences = new ArrayList<>();
        addOutcome(result.end(), differences);
        if (result.truncated() && (path != null || effects != null || outputs != null)) {
            differences.add(
                    "the run has more than %,d steps or effects, of which the rest is not compared"
                            .formatted(TestRunResult.MOST));
        }
        compare("path", path, pathOf(result), differences);
        compare("effects", effects, effectsOf(result), differences);
        if (outputs != null) {
            differences.addAll(OutputComparison.differences(outputs, result.steps()));
        }
        return differences;
    }

    private void addOutcome(AttemptResult end, List<String> differences) {
        Outcome got = Outcome.of(end);
        if (outcome == null ? got != Outcome.FAILED : outcome == got) {
            return;
        }
        differences.add(
                "outcome: expected %s, got %s%s"
                        .formatted(
                                outcome == null ? "no failure" : outcome,
                                got,
                                end instanceof AttemptResult.Failed failed
                                        ? ": " + failed.failure().error()
                                        : ""));
    }

    /** Compares without regard to order, because branches run in parallel. */
    private static <T> void compare(
            String what, @Nullable List<T> expected, List<T> got, List<String> differences) {
        if (expected != null && !sorted(expected).equals(sorted(got))) {
            differences.add("%s: expected %s, got %s".formatted(what, expected, got));
        }
    }

    private static List<String> sorted(List<?> elements) {
        return elements.stream().map(Object::toString).sorted().toList();
    }
}
