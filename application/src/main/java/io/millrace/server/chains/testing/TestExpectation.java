// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.rule.testrun.TestRunResult.Kind;
import io.millrace.server.chains.testing.TestReport.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a chain must do with the message of a test case. What is null may be as it likes.
 *
 * @param outcome how it ends
 * @param path the nodes that it passes and how it leaves them
 * @param effects what is done, in any order
 */
record TestExpectation(
        @Nullable Outcome outcome,
        @Nullable List<PassedNode> path,
        @Nullable List<DoneEffect> effects) {

    /** A node, by the name that people gave it, and the labels by which the message leaves. */
    record PassedNode(String node, List<String> labels) {

        @Override
        public String toString() {
            return labels.isEmpty() ? node : node + " -" + String.join(",", labels) + "->";
        }
    }

    /** Something that a node does. */
    record DoneEffect(String node, Kind kind) {

        @Override
        public String toString() {
            return kind + " by " + node;
        }
    }

    /** That the same happens again. */
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

    /** What is not as expected, each in a sentence; empty where all is. */
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

    /** Branches run side by side, so the order of their steps is no one's promise. */
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
