// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.rule.testrun.TestRunResult.Kind;
import io.millrace.server.chains.testing.TestReport.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The expected result of a test case. Null components are not checked.
 *
 * @param outcome the expected outcome
 * @param path the nodes that the message passes, with the labels by which it leaves them
 * @param effects the effects of the nodes, in any order
 */
record TestExpectation(
        @Nullable Outcome outcome,
        @Nullable List<PassedNode> path,
        @Nullable List<DoneEffect> effects) {

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

    /** Creates an expectation of the same result as in the report. */
    static TestExpectation of(TestReport report) {
        return new TestExpectation(report.outcome(), pathOf(report), effectsOf(report));
    }

    private static List<PassedNode> pathOf(TestReport report) {
        return report.steps().stream()
                .map(step -> new PassedNode(step.nodeName(), step.labels()))
                .toList();
    }

    private static List<DoneEffect> effectsOf(TestReport report) {
        return report.effects().stream()
                .map(effect -> new DoneEffect(effect.nodeName(), effect.kind()))
                .toList();
    }

    /** Returns the differences from the expected result, one sentence each; empty if there are none. */
    List<String> differences(TestReport report) {
        List<String> differences = new ArrayList<>();
        if (outcome != null && outcome != report.outcome()) {
            TestReport.Reason error = report.error();
            differences.add(
                    "outcome: expected %s, but got %s%s"
                            .formatted(
                                    outcome,
                                    report.outcome(),
                                    error == null ? "" : ": " + error.message()));
        }
        compare("path", path, pathOf(report), differences);
        compare("effects", effects, effectsOf(report), differences);
        return differences;
    }

    /** Compares without regard to order, because branches run in parallel. */
    private static <T> void compare(
            String what, @Nullable List<T> expected, List<T> got, List<String> differences) {
        if (expected != null && !sorted(expected).equals(sorted(got))) {
            differences.add("%s: expected %s, but got %s".formatted(what, expected, got));
        }
    }

    private static List<String> sorted(List<?> elements) {
        return elements.stream().map(Object::toString).sorted().toList();
    }
}
