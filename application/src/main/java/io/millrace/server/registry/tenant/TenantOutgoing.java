// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.server.registry.tenantprofile.ProfileValues;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/**
 * The targets that a tenant's profile allows its nodes to connect to. The first call for a tenant blocks until the
 * database answers; a call that is interrupted returns {@link AllowedTargets#NONE}.
 */
public final class TenantOutgoing implements Function<TenantId, AllowedTargets> {

    private final TenantProfileCache profiles;

    TenantOutgoing(TenantProfileCache profiles) {
        this.profiles = profiles;
    }

    @Override
    public AllowedTargets apply(TenantId tenant) {
        try {
            return profiles.await(tenant).map(ProfileValues::outgoing).orElse(AllowedTargets.NONE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return AllowedTargets.NONE;
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "Cannot read the profile of tenant " + tenant, e.getCause());
        }
    }
}
