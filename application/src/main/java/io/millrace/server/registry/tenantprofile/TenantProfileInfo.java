// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantProfileId;

/** The short form of a profile, for lists of choices. */
record TenantProfileInfo(TenantProfileId id, String name) {

    static TenantProfileInfo of(TenantProfile profile) {
        return new TenantProfileInfo(profile.id(), profile.name());
    }
}
