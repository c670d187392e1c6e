// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The filter of a list; null selects all.
 *
 * @param type name of the type; null or blank selects all
 * @param profile for kinds with profiles
 */
record AssignableFilter(@Nullable String type, @Nullable UUID profile, @Nullable UUID customer) {

    AssignableFilter {
        type = type == null || type.isBlank() ? null : type;
    }

    Map<String, @Nullable Object> params() {
        Map<String, @Nullable Object> params = new HashMap<>();
        params.put("type", type);
        params.put("profile", profile);
        params.put("customer", customer);
        return params;
    }
}
