// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import java.util.Map;

/**
 * The attributes of scope {@code SERVER_SCOPE} of the owners of a device, as far as its rules use them.
 *
 * @param customer those of its customer; empty if it has none
 */
public record OwnerAttributes(Map<String, Value> customer, Map<String, Value> tenant) {

    /** No attributes. */
    public static final OwnerAttributes NONE = new OwnerAttributes(Map.of(), Map.of());

    public OwnerAttributes {
        customer = Map.copyOf(customer);
        tenant = Map.copyOf(tenant);
    }
}
