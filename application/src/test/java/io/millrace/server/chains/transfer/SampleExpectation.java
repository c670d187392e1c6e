// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a case of a sample says of the report of its test run. Objects name the fields that matter and may leave out
 * others; payloads are compared whole.
 */
record SampleExpectation(JsonNode expected, SampleEntities entities) {

    void check(JsonNode report) {
        assertThat(report.path("outcome"))
                .as("outcome of %s", report)
                .isEqualTo(expected.path("outcome"));
        assertThat(passed(report.path("steps"), "nodeName"))
                .as("path")
                .containsExactlyInAnyOrderElementsOf(passed(expected.path("path"), "node"));
        checkEffects(report.path("effects"));
        expected.path("outputs")
                .forEachEntry((node, outputs) -> checkOutputs(node, outputs, report.path("steps")));
        if (expected.has("error")) {
            assertThat(report.at("/error/message").asString())
                    .contains(expected.path("error").stringValue());
        }
    }

    private static List<String> passed(JsonNode steps, String name) {
        return steps.valueStream()
                .map(step -> step.path(name).stringValue() + " " + step.path("labels"))
                .toList();
    }

    private void checkEffects(JsonNode effects) {
        JsonNode wanted = expected.path("effects");
        assertThat(wanted.isArray()).as("the case says which effects there are").isTrue();
        assertThat(kinds(effects, "nodeName"))
                .as("effects")
                .containsExactlyInAnyOrderElementsOf(kinds(wanted, "node"));
        for (JsonNode effect : wanted) {
            assertThat(effects.valueStream())
                    .as("effects, among them %s", effect)
                    .anyMatch(each -> isEffect(effect, each));
        }
    }

    private static List<String> kinds(JsonNode effects, String name) {
        return effects.valueStream()
                .map(effect ->
                        effect.path("kind").stringValue()
                                + " by "
                                + effect.path(name).stringValue())
                .toList();
    }

    private boolean isEffect(JsonNode wanted, JsonNode effect) {
        JsonNode details = effect.path("details");
        return wanted.path("node").equals(effect.path("nodeName"))
                && wanted.path("kind").equals(effect.path("kind"))
                && (!wanted.has("entity")
                        || entities.id(wanted.path("entity").stringValue())
                                .toString()
                                .equals(details.path("entity").asString()))
                && holds(wanted.path("details"), details);
    }

    /** Whether all fields that are wanted are there, with these values. */
    private static boolean holds(JsonNode wanted, JsonNode found) {
        if (!wanted.isObject()) {
            return wanted.isMissingNode() || wanted.equals(found);
        }
        return wanted.properties().stream()
                .allMatch(field ->
                        found.has(field.getKey())
                                && holds(field.getValue(), found.path(field.getKey())));
    }

    private void checkOutputs(String node, JsonNode wanted, JsonNode steps) {
        List<JsonNode> outputs =
                steps.valueStream()
                        .filter(step -> step.path("nodeName").stringValue().equals(node))
                        .flatMap(step -> step.path("outputs").valueStream())
                        .toList();
        assertThat(outputs).as("outputs of %s", node).hasSize(wanted.size());
        IntStream.range(0, wanted.size())
                .forEach(i -> checkOutput(node, wanted.get(i), outputs.get(i)));
    }

    private void checkOutput(String node, JsonNode wanted, JsonNode output) {
        String what = "output of " + node;
        if (wanted.has("data")) {
            assertThat(JsonMapper.shared().readTree(output.path("data").stringValue()))
                    .as(what)
                    .isEqualTo(wanted.path("data"));
        }
        if (wanted.has("originator")) {
            assertThat(output.path("originator"))
                    .as(what)
                    .isEqualTo(
                            SampleEntities.json(
                                    entities.id(wanted.path("originator").stringValue())));
        }
        if (wanted.has("msgType")) {
            assertThat(output.path("msgType")).as(what).isEqualTo(wanted.path("msgType"));
        }
        Map<String, JsonNode> metadata = fields(wanted.path("metadata"));
        assertThat(fields(output.path("metadata"))).as(what).containsAllEntriesOf(metadata);
    }

    private static Map<String, JsonNode> fields(JsonNode object) {
        return object.properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
