// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a configuration leaves out comes as null, and means the same as what is empty. */
final class Absent {

    private Absent() {}

    static <T> List<T> asEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : List.copyOf(list);
    }

    /** Keeps the order, which is that of writing. */
    static <V> Map<String, V> asEmpty(@Nullable Map<String, V> map) {
        return map == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }
}
