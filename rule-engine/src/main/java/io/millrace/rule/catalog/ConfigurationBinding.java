// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Between a node's configuration as JSON and as the record of its type. Reading is lenient: what the record lacks is
 * ignored, absent numbers are 0 and absent booleans false.
 */
final class ConfigurationBinding {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    private ConfigurationBinding() {}

    /**
     * The record that a configuration describes.
     *
     * @throws InvalidConfigurationException if it describes none; the message names the field
     */
    static <C> C bind(NodeDefinition<C> definition, @Nullable JsonNode configuration) {
        if (configuration == null || !configuration.isObject()) {
            if (definition.defaults() instanceof EmptyConfiguration) {
                return definition.defaults();
            }
            throw new InvalidConfigurationException(
                    "configuration: expected an object, but got "
                            + (configuration == null ? "none" : configuration.getNodeType()));
        }
        try {
            return JSON.treeToValue(configuration, definition.configurationType());
        } catch (DatabindException e) {
            if (e.getCause() instanceof InvalidConfigurationException invalid) {
                throw invalid;
            }
            throw new InvalidConfigurationException(describe(e), e);
        } catch (JacksonException e) {
            throw new InvalidConfigurationException("configuration: " + e.getOriginalMessage(), e);
        }
    }

    /** The defaults of a type, as a new node has them. */
    static ObjectNode defaults(NodeDefinition<?> definition) {
        return JSON.valueToTree(definition.defaults());
    }

    private static String describe(DatabindException e) {
        String field = field(e.getPath());
        return switch (e) {
            case InvalidTypeIdException unknown ->
                    "%s: expected one of the known types, but got %s"
                            .formatted(
                                    field.equals("configuration") ? "type" : field + ".type",
                                    quoted(unknown.getTypeId()));
            case InvalidFormatException wrong ->
                    "%s: expected %s, but got %s"
                            .formatted(
                                    field,
                                    expected(wrong.getTargetType()),
                                    quoted(wrong.getValue()));
            case MismatchedInputException wrong ->
                    "%s: expected %s".formatted(field, expected(wrong.getTargetType()));
            default -> "%s: %s".formatted(field, e.getOriginalMessage());
        };
    }

    private static String field(List<JacksonException.Reference> path) {
        if (path.isEmpty()) {
            return "configuration";
        }
        StringBuilder field = new StringBuilder();
        for (JacksonException.Reference step : path) {
            if (step.getPropertyName() == null) {
                field.append('[').append(step.getIndex()).append(']');
            } else {
                field.append(field.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return field.toString();
    }

    private static String expected(@Nullable Class<?> type) {
        if (type == null) {
            return "another value";
        }
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(String::valueOf)
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "a number";
        }
        if (type == String.class) {
            return "a text";
        }
        return Iterable.class.isAssignableFrom(type) ? "a list" : "an object";
    }

    private static String quoted(@Nullable Object value) {
        return value == null ? "none" : "\"%s\"".formatted(value);
    }
}
