// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import io.millrace.rule.script.tbel.value.MeteredContext;
import io.millrace.rule.script.tbel.value.TbelMap;
import io.millrace.rule.script.tbel.value.TbelSet;
import io.millrace.rule.script.tbel.value.TooLargeException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.mvel2.ExecutionContext;

/** Type checks of collections, sets, and the flattening of nested maps. */
public final class CollectionFunctions {

    private static final int MAX_DEPTH = 500;

    private CollectionFunctions() {}

    public static boolean isMap(@Nullable Object value) {
        return value instanceof Map;
    }

    public static boolean isList(@Nullable Object value) {
        return value instanceof List;
    }

    public static boolean isSet(@Nullable Object value) {
        return value instanceof Set;
    }

    /** True for a Java array; a literal in brackets is a list. */
    public static boolean isArray(@Nullable Object value) {
        return value != null && value.getClass().isArray();
    }

    public static Set<@Nullable Object> newSet(ExecutionContext context) {
        return new TbelSet<>((MeteredContext) context);
    }

    /** Returns the elements of a list, each once, in their order. */
    public static Set<@Nullable Object> toSet(ExecutionContext context, Object list) {
        if (!(list instanceof Collection<?> elements)) {
            throw new IllegalArgumentException("expected a list, got " + Bytes.describe(list));
        }
        Set<@Nullable Object> set = newSet(context);
        for (Object each : elements) {
            set.add(each);
        }
        return set;
    }

    /**
     * Returns one map of all values that are not collections; a key is the path to its value, {@code a.b.0}. Null is
     * taken for an empty map.
     */
    public static Map<String, @Nullable Object> toFlatMap(
            ExecutionContext context, @Nullable Object map) {
        return new Flattening(context, List.of(), true).of(map);
    }

    /** Also takes a list of keys to leave out on any level, or whether a key is the path. */
    public static Map<String, @Nullable Object> toFlatMap(
            ExecutionContext context, @Nullable Object map, Object excludedOrPathInKey) {
        return excludedOrPathInKey instanceof Boolean pathInKey
                ? new Flattening(context, List.of(), pathInKey).of(map)
                : toFlatMap(context, map, excludedOrPathInKey, true);
    }

    /** Flattens a map. Without paths a key is the last key of a map, followed by the indices in lists. */
    public static Map<String, @Nullable Object> toFlatMap(
            ExecutionContext context, @Nullable Object map, Object excluded, boolean pathInKey) {
        if (!(excluded instanceof Collection<?> keys)) {
            throw new IllegalArgumentException(
                    "expected a list of keys, got " + Bytes.describe(excluded));
        }
        return new Flattening(context, keys, pathInKey).of(map);
    }

    private record Flattening(ExecutionContext context, Collection<?> excluded, boolean pathInKey) {

        Map<String, @Nullable Object> of(@Nullable Object value) {
            TbelMap<String, @Nullable Object> flat = new TbelMap<>(16, (MeteredContext) context);
            switch (value) {
                case null -> {}
                case Map<?, ?> map -> add(flat, "", map, 0);
                default ->
                        throw new IllegalArgumentException(
                                "expected a map, got " + Bytes.describe(value));
            }
            return flat;
        }

        private void add(
                Map<String, @Nullable Object> flat,
                String path,
                @Nullable Object value,
                int depth) {
            context.checkExecution();
            if (depth > MAX_DEPTH) {
                throw new TooLargeException(
                        "expected a map of at most %d levels".formatted(MAX_DEPTH));
            }
            switch (value) {
                case Map<?, ?> map ->
                        map.forEach((key, each) -> {
                            if (!excluded.contains(key)) {
                                String next = pathInKey ? join(path, key) : String.valueOf(key);
                                add(flat, next, each, depth + 1);
                            }
                        });
                case Collection<?> collection -> {
                    int i = 0;
                    for (Object each : collection) {
                        add(flat, join(path, i++), each, depth + 1);
                    }
                }
                case null, default -> flat.put(path, value);
            }
        }

        private static String join(String path, @Nullable Object key) {
            return path.isEmpty() ? String.valueOf(key) : path + "." + key;
        }
    }
}
