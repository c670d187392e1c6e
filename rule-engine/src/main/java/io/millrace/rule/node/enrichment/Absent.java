// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replaces properties that a configuration leaves out, which are null, by empty values. */
final class Absent {

    private Absent() {}

    static <T> List<T> asEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    /** Keeps the insertion order. */
    static <V> Map<String, V> asEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
