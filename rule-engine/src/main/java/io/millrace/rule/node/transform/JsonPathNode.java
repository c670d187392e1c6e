// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

/**
 * Takes what a JSONPath expression finds as the new payload. What an evaluation may cost is bounded, see
 * {@link JsonPathEvaluation}. Regular expressions in filters ({@code =~}) are refused at the start, as nothing could bound
 * them; a script does their work. A text with these signs writes the first of them as JSON escapes it.
 */
@NodeType(
        id = "transform.json-path",
        alias = "org.thingsboard.rule.engine.transform.TbJsonPathNode",
        group = NodeGroup.TRANSFORMATION,
        name = "json path",
        description = "Replaces each payload by what a JSONPath expression finds in it.")
public final class JsonPathNode implements RuleNode {

    private static final String WHOLE = "$";
    private static final Configuration DEFAULTS = new Configuration(WHOLE);

    private final String expression;
    private final JsonPath path;
    private final boolean changes;

    private JsonPathNode(String expression) {
        this.expression = expression;
        this.path = compiled(expression);
        // The only function that changes what it is called on.
        this.changes = expression.contains("append");
    }

    /**
     * Configuration of the node.
     *
     * @param jsonPath the expression, in Jayway's dialect
     */
    public record Configuration(
            @NotBlank @Size(max = 1_000) @JsonPropertyDescription("The JSONPath expression.")
                    String jsonPath) {}

    /** The type of node. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                JsonPathNode.class,
                DEFAULTS,
                (configuration, _) -> new JsonPathNode(configuration.jsonPath()));
    }

    private static JsonPath compiled(String expression) {
        // In a text, too: where texts begin and end, only the library knows.
        if (expression.contains("=~")) {
            throw new InvalidConfigurationException(
                    "jsonPath: expected no regular expression (=~), but got \"%s\""
                            .formatted(expression));
        }
        try {
            return JsonPath.compile(expression);
        } catch (InvalidPathException e) {
            throw new InvalidConfigurationException(
                    "jsonPath: expected a JSONPath expression, but got \"%s\": %s"
                            .formatted(expression, e.getMessage()),
                    e);
        }
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (expression.equals(WHOLE)) {
            return NodeResult.success(message);
        }
        try {
            return NodeResult.success(
                    message.withPayload(JsonPathEvaluation.of(path, changes, message.payload())));
        } catch (JsonPathException e) {
            return new NodeResult.Failed(
                    message,
                    "payload: expected what \"%s\" asks for, but got: %s"
                            .formatted(expression, e.getMessage()));
        }
    }
}
