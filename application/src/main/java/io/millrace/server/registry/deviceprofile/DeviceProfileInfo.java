// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/** The short form of a profile, for lists of choices. */
record DeviceProfileInfo(
        DeviceProfileId id,
        String name,
        @Nullable String image,
        @Nullable EntityId defaultDashboardId,
        String type,
        String transportType,
        TenantId tenantId) {

    static DeviceProfileInfo of(DeviceProfile profile) {
        return new DeviceProfileInfo(
                profile.id(),
                profile.name(),
                profile.image(),
                profile.defaultDashboardId(),
                profile.type(),
                profile.transportType(),
                profile.tenantId());
    }
}
