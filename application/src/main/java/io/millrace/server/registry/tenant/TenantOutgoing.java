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
 * The targets that a tenant's profile allows its nodes to connect to. The first call for a tenant blocks until the
 * database answers; a call that is interrupted returns {@link AllowedTargets#NONE}.
 */
public final class TenantOutgoing extends ProfileValues<AllowedTargets>
        implements Function<TenantId, AllowedTargets> {

    /** @param stored finds the targets of a tenant in the database */
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
