// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.server.registry.tenantprofile.ProfileValues;
import java.util.function.Function;

/** The rate limits of tenants. Never waits: until the limits of a tenant have been read, it has none. */
public final class TenantTransportLimits implements Function<TenantId, TransportLimits> {

    private final TenantProfileCache profiles;

    TenantTransportLimits(TenantProfileCache profiles) {
        this.profiles = profiles;
    }

    @Override
    public TransportLimits apply(TenantId tenant) {
        return profiles.now(tenant).map(ProfileValues::limits).orElse(TransportLimits.NONE);
    }
}
