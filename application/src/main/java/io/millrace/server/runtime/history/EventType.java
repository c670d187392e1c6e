// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import io.millrace.server.web.api.ApiException;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** ThingsBoard's types of events. Only debug events of rule nodes and rule chains exist here; lists of others are empty. */
public enum EventType {
    ERROR,
    LC_EVENT,
    STATS,
    DEBUG_RULE_NODE,
    DEBUG_RULE_CHAIN,
    DEBUG_CALCULATED_FIELD;

    /**
     * Returns the type with a name, in any case.
     *
     * @throws ApiException (400) if there is none
     */
    static EventType of(@Nullable String name) {
        for (EventType type : values()) {
            if (type.name().equals(name == null ? "" : name.toUpperCase(Locale.ROOT))) {
                return type;
            }
        }
        throw ApiException.badRequest(
                "eventType: '%s' is not a type of events. Allowed: %s"
                        .formatted(name, Arrays.toString(values())));
    }
}
