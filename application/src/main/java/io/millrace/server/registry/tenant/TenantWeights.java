// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;
import io.millrace.server.registry.tenantprofile.ProfileValues;
import java.util.function.ToDoubleFunction;

/**
 * The weight of a tenant in the engine: above 0, at most 100; 1 if its profile has none. Never waits: until the weight
 * of a tenant has been read it is 1.
 */
public final class TenantWeights implements ToDoubleFunction<TenantId> {

    private static final double DEFAULT = 1;

    private final TenantProfileCache profiles;

    TenantWeights(TenantProfileCache profiles) {
        this.profiles = profiles;
    }

    @Override
    public double applyAsDouble(TenantId tenant) {
        return profiles.now(tenant).map(ProfileValues::weight).orElse(DEFAULT);
    }
}
