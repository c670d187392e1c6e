// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import io.millrace.message.JsonErrors;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
 * Converts a node's configuration between JSON and the record of its type. Reading is lenient: unknown properties are
 * ignored, absent numbers are 0 and absent booleans false.
 */
final class ConfigurationBinding {

    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                    .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                    .build();

    /** Only so many of a long list of allowed values are named. */
    private static final int MOST_CHOICES = 12;

    /** Types of entities that only ThingsBoard PE has. */
    private static final Set<String> PROFESSIONAL_ENTITIES =
            Set.of(
                    "BLOB_ENTITY",
                    "CONVERTER",
                    "ENTITY_GROUP",
                    "GROUP_PERMISSION",
                    "INTEGRATION",
                    "ROLE",
                    "SCHEDULER_EVENT");

    private ConfigurationBinding() {}

    /**
     * Reads a configuration into its record.
     *
     * @throws InvalidConfigurationException if that is not possible; each fault names its field
     */
    static <C> C bind(NodeDefinition<C> definition, @Nullable JsonNode configuration) {
        if (!(configuration instanceof ObjectNode object)) {
            if (definition.defaults() instanceof EmptyConfiguration) {
                return definition.defaults();
            }
            throw new InvalidConfigurationException(
                    "configuration: must be an object, not "
                            + (configuration == null ? "none" : configuration.getNodeType()));
        }
        try {
            return JSON.treeToValue(object, definition.configurationType());
        } catch (JacksonException e) {
            InvalidConfigurationException refusal = refusal(e);
            List<String> more = otherFaults(definition, object, e);
            throw more.isEmpty()
                    ? refusal
                    : new InvalidConfigurationException(
                            Stream.concat(refusal.faults().stream(), more.stream()).toList());
        }
    }

    private static InvalidConfigurationException refusal(JacksonException e) {
        return switch (e) {
            case DatabindException d
                    when d.getCause() instanceof InvalidConfigurationException invalid ->
                    invalid;
            case DatabindException d -> new InvalidConfigurationException(describe(d), d);
            default ->
                    new InvalidConfigurationException(
                            "configuration: " + JsonErrors.describe(e), e);
        };
    }

    /**
     * Returns the faults besides the one at which the reader stopped. The configuration is read again without that
     * property, so faults about the property itself, which is missing now, are ignored.
     */
    private static List<String> otherFaults(
            NodeDefinition<?> definition, ObjectNode configuration, JacksonException first) {
        ObjectNode rest = configuration.deepCopy();
        List<String> faults = new ArrayList<>();
        List<String> left = new ArrayList<>();
        JacksonException stopped = first;
        while (stopped instanceof MismatchedInputException wrong
                && removed(rest, wrong.getPath(), left)) {
            try {
                ConfigurationRules.checked(JSON.treeToValue(rest, definition.configurationType()));
                return faults;
            } catch (InvalidConfigurationException invalid) {
                addUnlessAbout(left, invalid, faults);
                return faults;
            } catch (JacksonException next) {
                addUnlessAbout(left, refusal(next), faults);
                stopped = next;
            }
        }
        return faults;
    }

    private static void addUnlessAbout(
            List<String> left, InvalidConfigurationException invalid, List<String> faults) {
        for (String fault : invalid.faults()) {
            String field = ConfigurationFault.of(fault).field();
            if (!field.isEmpty() && left.stream().noneMatch(field::startsWith)) {
                faults.add(fault);
            }
        }
    }

    /** Removes the property at a path; lists are removed as a whole, so that the indices in them stay valid. */
    private static boolean removed(
            ObjectNode json, List<JacksonException.Reference> path, List<String> removed) {
        ObjectNode parent = json;
        for (int i = 0; i < path.size(); i++) {
            String name = path.get(i).getPropertyName();
            if (name == null) {
                return false;
            }
            boolean isLast = i == path.size() - 1 || path.get(i + 1).getPropertyName() == null;
            if (isLast) {
                removed.add(field(path.subList(0, i + 1)));
                return parent.remove(name) != null;
            }
            if (!(parent.get(name) instanceof ObjectNode child)) {
                return false;
            }
            parent = child;
        }
        return false;
    }

    /** Returns the defaults of a type, as a new node has them. */
    static ObjectNode defaults(NodeDefinition<?> definition) {
        return JSON.valueToTree(definition.defaults());
    }

    private static String describe(DatabindException e) {
        String field = field(e.getPath());
        return switch (e) {
            case InvalidTypeIdException unknown ->
                    wrongChoice(
                            field.equals("configuration") ? "type" : field + ".type",
                            unknown.getTypeId(),
                            "",
                            variants(unknown.getBaseType().getRawClass()));
            case InvalidFormatException wrong
                    when wrong.getTargetType() != null && wrong.getTargetType().isEnum() ->
                    wrongChoice(
                            field, wrong.getValue(), origin(wrong), choices(wrong.getTargetType()));
            case InvalidFormatException wrong ->
                    "%s: must be %s, not %s"
                            .formatted(
                                    field,
                                    expected(wrong.getTargetType()),
                                    quoted(wrong.getValue()));
            case MismatchedInputException wrong ->
                    "%s: must be %s".formatted(field, expected(wrong.getTargetType()));
            default -> "%s: %s".formatted(field, e.getOriginalMessage());
        };
    }

    /**
     * Returns the fault of a value that is none of those allowed. The value comes before the list, because long faults
     * are cut at their end.
     */
    private static String wrongChoice(
            String field, @Nullable Object value, String origin, List<String> allowed) {
        String list = list(allowed);
        return value == null
                ? "%s: must be one of %s, but is missing".formatted(field, list)
                : "%s: \"%s\"%s is not one of %s".formatted(field, value, origin, list);
    }

    private static String origin(InvalidFormatException wrong) {
        return wrong.getTargetType() == EntityType.class
                        && PROFESSIONAL_ENTITIES.contains(String.valueOf(wrong.getValue()))
                ? " (of ThingsBoard PE)"
                : "";
    }

    private static String list(List<String> allowed) {
        int more = allowed.size() - MOST_CHOICES;
        return more <= 0
                ? String.join(", ", allowed)
                : "%s and %d more"
                        .formatted(String.join(", ", allowed.subList(0, MOST_CHOICES)), more);
    }

    private static List<String> choices(Class<?> type) {
        return Arrays.stream(type.getEnumConstants()).map(String::valueOf).toList();
    }

    private static List<String> variants(Class<?> type) {
        @Nullable JsonSubTypes types = type.getAnnotation(JsonSubTypes.class);
        return types == null
                ? List.of("the known types")
                : Arrays.stream(types.value()).map(JsonSubTypes.Type::name).toList();
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
