// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import io.millrace.message.telemetry.Value;
import org.jspecify.annotations.Nullable;

/** The values that conditions are evaluated with: those of a device and of its owners. */
record EvaluationContext(DeviceAlarmState device, OwnerAttributes owners) {

    @Nullable Value deviceValue(int slot) {
        return device.value(slot);
    }

    /** Returns a dynamic value, or null if no entity has the attribute. */
    @Nullable Value resolve(@Nullable DynamicValue dynamic) {
        if (dynamic == null) {
            return null;
        }
        String name = dynamic.attribute();
        boolean inherit = dynamic.inherit();
        return switch (dynamic.source()) {
            case CURRENT_DEVICE -> {
                @Nullable Value own = deviceValue(dynamic.slot());
                yield own != null || !inherit ? own : ofCustomer(name, true);
            }
            case CURRENT_CUSTOMER -> ofCustomer(name, inherit);
            case CURRENT_TENANT -> owners.tenant().get(name);
        };
    }

    private @Nullable Value ofCustomer(String name, boolean inherit) {
        @Nullable Value own = owners.customer().get(name);
        return own != null || !inherit ? own : owners.tenant().get(name);
    }
}
