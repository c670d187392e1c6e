// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.rule.node.EmptyConfiguration;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The fields of a configuration as a Markdown table: names, types, defaults, constraints, descriptions. */
final class ConfigurationTable {

    private static final String HEAD =
            """
            | field | type | default | must be | meaning |
            | --- | --- | --- | --- | --- |
            """;

    private static final int LONGEST_DEFAULT = 80;
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Set<Class<?>> WHOLE_NUMBERS =
            Set.of(
                    byte.class,
                    short.class,
                    int.class,
                    long.class,
                    Byte.class,
                    Short.class,
                    Integer.class,
                    Long.class,
                    BigInteger.class);

    private final StringBuilder table = new StringBuilder(HEAD);
    private final Set<Class<?>> around = new HashSet<>();

    private ConfigurationTable() {}

    /** Returns the table, or an empty text for a configuration without fields. */
    static String of(Class<?> configuration, JsonNode defaults) {
        ConfigurationTable table = new ConfigurationTable();
        if (configuration != EmptyConfiguration.class) {
            table.fields(configuration, defaults, "", "");
        }
        return table.table.length() == HEAD.length() ? "" : table.table.toString();
    }

    /**
     * Adds a row for each field.
     *
     * @param condition when these fields apply, or empty: always
     */
    private void fields(Class<?> type, JsonNode defaults, String path, String condition) {
        if (!around.add(type)) {
            return;
        }
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field(field, defaults.path(field.getName()), path + field.getName(), condition);
            }
        }
        around.remove(type);
    }

    private void field(Field field, JsonNode value, String path, String condition) {
        @Nullable JsonPropertyDescription description =
                field.getAnnotation(JsonPropertyDescription.class);
        String meaning = description == null ? "" : description.value() + " ";
        row(path, typeOf(field.getGenericType()), value, rules(field), meaning + condition);
        parts(field.getGenericType(), value, path);
    }

    /** Adds the fields of the object, or of each element, that a field holds. */
    private void parts(Type type, JsonNode value, String path) {
        switch (type) {
            case ParameterizedType list when isA(Collection.class, list) ->
                    parts(last(list), MissingNode.getInstance(), path + "[]");
            case ParameterizedType map when isA(Map.class, map) ->
                    parts(last(map), MissingNode.getInstance(), path + ".*");
            case Class<?> object when object.isRecord() -> fields(object, value, path + ".", "");
            case Class<?> choice when choice.isAnnotationPresent(JsonSubTypes.class) ->
                    choices(choice, value, path + ".");
            default -> {}
        }
    }

    private void choices(Class<?> choice, JsonNode value, String path) {
        JsonTypeInfo info = choice.getAnnotation(JsonTypeInfo.class);
        String selector = info == null || info.property().isEmpty() ? "type" : info.property();
        List<JsonSubTypes.Type> types = List.of(choice.getAnnotation(JsonSubTypes.class).value());
        JsonNode chosen = value.path(selector);
        row(
                path + selector,
                oneOf(types.stream().map(JsonSubTypes.Type::name)),
                chosen,
                "",
                "Selects the variant.");
        for (JsonSubTypes.Type type : types) {
            fields(
                    type.value(),
                    type.name().equals(chosen.asString("")) ? value : MissingNode.getInstance(),
                    path,
                    "Only if `%s` is `%s`.".formatted(selector, type.name()));
        }
    }

    private static boolean isA(Class<?> wanted, ParameterizedType type) {
        return wanted.isAssignableFrom((Class<?>) type.getRawType());
    }

    /** Returns the type of a collection's elements or of a map's values. */
    private static Type last(ParameterizedType type) {
        Type[] arguments = type.getActualTypeArguments();
        return arguments[arguments.length - 1];
    }

    private static String oneOf(Stream<String> values) {
        return values.map(value -> "`" + value + "`")
                .collect(Collectors.joining(", ", "one of ", ""));
    }

    private void row(String path, String type, JsonNode value, String rules, String meaning) {
        table.append(
                "| `%s` | %s | %s | %s | %s |\n"
                        .formatted(
                                path, type, defaultOf(value), cell(rules), cell(meaning.strip())));
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replaceAll("\\s*\\R\\s*", " ");
    }

    private static String defaultOf(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        String text = value.toString();
        return "`%s`"
                .formatted(
                        cell(
                                text.length() <= LONGEST_DEFAULT
                                        ? text
                                        : text.substring(0, LONGEST_DEFAULT) + "…"));
    }

    private static String rules(Field field) {
        Stream<String> own = ConstraintText.of(field.getDeclaredAnnotations());
        Stream<String> entries =
                field.getAnnotatedType() instanceof AnnotatedParameterizedType type
                        ? Arrays.stream(type.getAnnotatedActualTypeArguments())
                                .map(AnnotatedType::getDeclaredAnnotations)
                                .flatMap(ConstraintText::of)
                                .map(rule -> "each " + rule)
                        : Stream.of();
        return Stream.concat(own, entries).distinct().collect(Collectors.joining(", "));
    }

    private static String typeOf(Type type) {
        return switch (type) {
            case ParameterizedType list when isA(Collection.class, list) ->
                    "list of " + typeOf(last(list));
            case ParameterizedType map when isA(Map.class, map) -> "object of " + typeOf(last(map));
            case Class<?> plain -> typeOf(plain);
            default -> "any JSON";
        };
    }

    private static String typeOf(Class<?> type) {
        if (type == boolean.class || type == Boolean.class) {
            return "true or false";
        }
        if (WHOLE_NUMBERS.contains(type)) {
            return "whole number";
        }
        if (type.isPrimitive() || Number.class.isAssignableFrom(type)) {
            return "number";
        }
        if (type.isEnum()) {
            return oneOf(
                    Arrays.stream(type.getEnumConstants())
                            .map(constant -> JSON.valueToTree(constant).asString()));
        }
        if (JsonNode.class.isAssignableFrom(type) || type == Object.class) {
            return "any JSON";
        }
        if (type.isArray()) {
            return "list of " + typeOf(type.componentType());
        }
        return type.isRecord() || type.isAnnotationPresent(JsonSubTypes.class) ? "object" : "text";
    }
}
