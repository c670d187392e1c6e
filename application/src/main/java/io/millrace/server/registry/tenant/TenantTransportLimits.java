// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.server.registry.tenantprofile.TenantProfileService.ProfileValue;
import java.util.Optional;
import java.util.function.Function;

/** The rate limits of tenants. Never waits: until the limits of a tenant have been read, it has none. */
public final class TenantTransportLimits extends ProfileValues<TransportLimits>
        implements Function<TenantId, TransportLimits> {

    /** @param stored finds the limits of a tenant in the database */
    TenantTransportLimits(
            Function<TenantId, Optional<ProfileValue<TransportLimits>>> stored,
            DatabaseLookups lookups,
            Ticker ticker) {
        super(stored, TransportLimits.NONE, lookups, ticker);
    }

    @Override
    public TransportLimits apply(TenantId tenant) {
        return nowOr(tenant, TransportLimits.NONE);
    }
}
