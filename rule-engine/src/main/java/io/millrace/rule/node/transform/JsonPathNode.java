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
 * Replaces the payload by the result of a JSONPath expression. The cost of an evaluation is limited, see {@link
 * JsonPathEvaluation}. Regular expressions in filters ({@code =~}) are rejected at the start, because their cost cannot
 * be limited; a script can do the same. In a string literal, write the first of these characters as a JSON escape.
 */
@NodeType(
        id = "transform.json-path",
        alias = "org.thingsboard.rule.engine.transform.TbJsonPathNode",
        group = NodeGroup.TRANSFORMATION,
        name = "json path",
        description = "Replaces each payload by the result of a JSONPath expression.")
public final class JsonPathNode implements RuleNode {

    private static final String WHOLE = "$";
    private static final Configuration DEFAULTS = new Configuration(WHOLE);

    private final String expression;
    private final JsonPath path;
    private final boolean changes;

    private JsonPathNode(String expression) {
        this.expression = expression;
        this.path = compiled(expression);
        // The only function that changes the tree.
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

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(
                JsonPathNode.class,
                DEFAULTS,
                (configuration, _) -> new JsonPathNode(configuration.jsonPath()));
    }

    private static JsonPath compiled(String expression) {
        // Also inside string literals, because only the library knows where they start and end.
        if (expression.contains("=~")) {
            throw new InvalidConfigurationException(
                    "jsonPath: must not contain a regular expression (=~), but is \"%s\""
                            .formatted(expression));
        }
        try {
            return JsonPath.compile(expression);
        } catch (InvalidPathException e) {
            throw new InvalidConfigurationException(
                    "jsonPath: must be a JSONPath expression, not \"%s\": %s"
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
                    "payload: no result for \"%s\": %s".formatted(expression, e.getMessage()));
        }
    }
}
