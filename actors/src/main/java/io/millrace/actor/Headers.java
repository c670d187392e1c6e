// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Key-value pairs that travel with a message: a trace, a deadline, a tenant. Immutable. Messages that an actor sends
 * through its context carry the headers of the message in process.
 */
public final class Headers {

    /** No headers. */
    public static final Headers NONE = new Headers(Map.of());

    private final Map<String, String> values;

    private Headers(Map<String, String> values) {
        this.values = values;
    }

    /** Headers with these values. */
    public static Headers of(Map<String, String> values) {
        return values.isEmpty() ? NONE : new Headers(Map.copyOf(values));
    }

    /** These headers with one value added or replaced. */
    public Headers with(String key, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(key, value);
        return of(more);
    }

    /** The value of a key, or null. */
    public @Nullable String get(String key) {
        return values.get(key);
    }

    /** True if there are no headers. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** All headers; unmodifiable. */
    public Map<String, String> asMap() {
        return values;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Headers headers && values.equals(headers.values);
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
