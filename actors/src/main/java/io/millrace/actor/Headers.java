// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What travels with a message beside it: a trace, a deadline, a tenant. Immutable. What an actor sends through its context
 * while it processes a message carries that message's headers along.
 */
public final class Headers {

    /** None. */
    public static final Headers NONE = new Headers(Map.of());

    private final Map<String, String> values;

    private Headers(Map<String, String> values) {
        this.values = values;
    }

    /** With these values. */
    public static Headers of(Map<String, String> values) {
        return values.isEmpty() ? NONE : new Headers(Map.copyOf(values));
    }

    /** The same with one value more, or another one. */
    public Headers with(String key, String value) {
        Map<String, String> more = new HashMap<>(values);
        more.put(key, value);
        return of(more);
    }

    /** The value of a key, or null. */
    public @Nullable String get(String key) {
        return values.get(key);
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return values.isEmpty();
    }

    /** All of them; unmodifiable. */
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
