// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import io.millrace.rule.testrun.TestRunResult.Step;
import io.millrace.server.chains.testing.TestExpectation.Output;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Compares the data of messages that left nodes in a run with the expected data. */
final class OutputComparison {

    /** Data of messages in a difference is cut after this number of characters. */
    private static final int LONGEST_SHOWN = 300;

    /** Numbers are compared by value: 1 equals 1.0. */
    private static final Comparator<JsonNode> BY_VALUE = (a, b) -> isSame(a, b) ? 0 : 1;

    private OutputComparison() {}

    private static boolean isSame(JsonNode a, JsonNode b) {
        if (!a.isNumber() || !b.isNumber()) {
            return a.equals(b);
        }
        // Integers beyond 2^53 share their doubles with others.
        if (a.isIntegralNumber() && b.isIntegralNumber()) {
            return a.bigIntegerValue().equals(b.bigIntegerValue());
        }
        return a.numberValue().doubleValue() == b.numberValue().doubleValue();
    }

    /** Where a message left: the name of the node and the label. */
    private record Exit(String node, String label) {

        @Override
        public String toString() {
            return "output of %s by %s".formatted(node, label);
        }
    }

    /** Returns a sentence for each expected output that no message of the run has; each message counts once. */
    static List<String> differences(List<Output> expected, List<Step> steps) {
        Map<Exit, List<JsonNode>> got = outputsOf(steps);
        List<Output> unmet = new ArrayList<>();
        for (Output output : expected) {
            if (!removeEqual(got.get(exitOf(output)), output.data())) {
                unmet.add(output);
            }
        }
        return unmet.stream().map(output -> sentence(output, got.get(exitOf(output)))).toList();
    }

    private static Exit exitOf(Output output) {
        return new Exit(output.node(), output.label());
    }

    private static Map<Exit, List<JsonNode>> outputsOf(List<Step> steps) {
        Map<Exit, List<JsonNode>> outputs = new HashMap<>();
        for (Step step : steps) {
            List<JsonNode> data =
                    step.outputs().stream().map(each -> parse(each.payload().text())).toList();
            for (String label : step.labels()) {
                outputs.computeIfAbsent(new Exit(step.name(), label), _ -> new ArrayList<>())
                        .addAll(data);
            }
        }
        return outputs;
    }

    private static JsonNode parse(String payload) {
        try {
            JsonNode json = JsonMapper.shared().readTree(payload);
            return json.isMissingNode() ? StringNode.valueOf(payload) : json;
        } catch (JacksonException _) {
            return StringNode.valueOf(payload);
        }
    }

    private static boolean removeEqual(@Nullable List<JsonNode> got, JsonNode wanted) {
        if (got == null) {
            return false;
        }
        for (int i = 0; i < got.size(); i++) {
            if (got.get(i).equals(BY_VALUE, wanted)) {
                got.remove(i);
                return true;
            }
        }
        return false;
    }

    private static String sentence(Output expected, @Nullable List<JsonNode> left) {
        return "%s: expected %s, got %s"
                .formatted(
                        exitOf(expected),
                        shown(expected.data()),
                        left == null || left.isEmpty()
                                ? "none"
                                : String.join(
                                        ", ", left.stream().map(OutputComparison::shown).toList()));
    }

    private static String shown(JsonNode data) {
        String text = data.toString();
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "…";
    }
}
