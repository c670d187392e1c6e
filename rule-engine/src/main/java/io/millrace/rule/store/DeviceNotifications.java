// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import java.util.Collection;
import java.util.List;

/**
 * Notifies connected devices of changed shared attributes. Call it when the change is on disk, so that a device that
 * then requests its attributes finds the new ones. A device that is not connected is not notified: it requests its
 * attributes when it connects. Safe for use by many threads; no call blocks or throws.
 */
public interface DeviceNotifications {

    /** Notifies no device. */
    DeviceNotifications NONE =
            new DeviceNotifications() {
                @Override
                public void attributesSaved(
                        TenantId tenant, DeviceId device, List<KeyValue> attributes) {}

                @Override
                public void attributesDeleted(
                        TenantId tenant, DeviceId device, Collection<String> keys) {}
            };

    /** Shared attributes of a device were written. */
    void attributesSaved(TenantId tenant, DeviceId device, List<KeyValue> attributes);

    /** Shared attributes of a device were deleted. */
    void attributesDeleted(TenantId tenant, DeviceId device, Collection<String> keys);
}
