// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.tenantprofile.TenantProfileService.ProfileValue;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The weight of a tenant in the engine: above 0, at most 100; 1 if its profile has none. Never waits: until the weight
 * of a tenant has been read it is 1.
 */
public final class TenantWeights extends ProfileValues<Double>
        implements ToDoubleFunction<TenantId> {

    private static final double DEFAULT = 1;

    /** @param stored finds the weight of a tenant in the database */
    TenantWeights(
            Function<TenantId, Optional<ProfileValue<Double>>> stored,
            DatabaseLookups lookups,
            Ticker ticker) {
        super(stored, DEFAULT, lookups, ticker);
    }

    @Override
    public double applyAsDouble(TenantId tenant) {
        return nowOr(tenant, DEFAULT);
    }
}
