// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/** The short form of a profile, for lists of choices. */
record AssetProfileInfo(
        AssetProfileId id,
        String name,
        @Nullable String image,
        @Nullable EntityId defaultDashboardId,
        TenantId tenantId) {

    static AssetProfileInfo of(AssetProfile profile) {
        return new AssetProfileInfo(
                profile.id(),
                profile.name(),
                profile.image(),
                profile.defaultDashboardId(),
                profile.tenantId());
    }
}
