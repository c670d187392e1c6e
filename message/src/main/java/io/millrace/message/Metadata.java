// SPDX-License-Identifier: Apache-2.0
package io.millrace.message;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Text values beside the payload, by key, in insertion order. Immutable: a change creates a new instance. Null keys and
 * values are dropped silently, as in ThingsBoard.
 */
public final class Metadata {

    /** Metadata without values. */
    public static final Metadata EMPTY = new Metadata(Map.of());

    private final Map<String, String> values;

    private final int length;

    private Metadata(Map<String, String> values) {
        this.values = values;
        this.length = lengthOf(values);
    }

    /** Computed here, where the texts are in the processor's cache, and not in the thread that asks for it. */
    private static int lengthOf(Map<String, String> values) {
        int length = 0;
        for (Map.Entry<String, String> value : values.entrySet()) {
            length += value.getKey().length() + value.getValue().length();
        }
        return length;
    }

    /** Returns a copy of the given values. */
    public static Metadata of(Map<String, ? extends @Nullable String> values) {
        return values.isEmpty() ? EMPTY : EMPTY.with(values);
    }

    /** Returns the values {@code key1, value1, …}; for producers that set a few keys. */
    public static Metadata of(String... keysAndValues) {
        Map<String, String> values = LinkedHashMap.newLinkedHashMap(keysAndValues.length / 2);
        for (int i = 0; i < keysAndValues.length; i += 2) {
            values.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new Metadata(values);
    }

    /** Returns the value of a key, or null. */
    public @Nullable String get(String key) {
        return values.get(key);
    }

    /** Returns this metadata with one value added or replaced. */
    public Metadata with(String key, @Nullable String value) {
        return value == null ? this : with(Map.of(key, value));
    }

    /** Returns this metadata with all the given values added or replaced. */
    public Metadata with(Map<String, ? extends @Nullable String> changes) {
        Map<String, String> merged = new LinkedHashMap<>(values);
        changes.forEach((key, value) -> {
            if (key != null && value != null) {
                merged.put(key, value);
            }
        });
        return new Metadata(merged);
    }

    /** Returns an unmodifiable view of all values. */
    public Map<String, String> values() {
        return Collections.unmodifiableMap(values);
    }

    /** Returns the number of characters of all keys and values. */
    public int length() {
        return length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Metadata that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }
}
