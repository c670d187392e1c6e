// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.tenantprofile.TenantProfileService.ProfileValue;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * Where the nodes of a tenant may connect to by its profile. The first who asks for a tenant waits for the database,
 * for as long as it is away; whoever is interrupted meanwhile is told: nowhere.
 */
public final class TenantOutgoing extends ProfileValues<AllowedTargets>
        implements Function<TenantId, AllowedTargets> {

    /** Targets that are read with the given look-ups; {@code stored} finds those of a tenant in the database. */
    TenantOutgoing(
            Function<TenantId, Optional<ProfileValue<AllowedTargets>>> stored,
            DatabaseLookups lookups,
            Ticker ticker) {
        super(stored, AllowedTargets.NONE, lookups, ticker);
    }

    @Override
    public AllowedTargets apply(TenantId tenant) {
        try {
            return await(tenant);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return AllowedTargets.NONE;
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "Cannot read the profile of tenant " + tenant, e.getCause());
        }
    }
}
