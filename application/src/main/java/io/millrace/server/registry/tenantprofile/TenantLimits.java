// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Holds tenants to the numbers that their profiles allow. */
@Component
public final class TenantLimits {

    private final JdbcClient jdbc;

    /** Limits by what the database says. */
    public TenantLimits(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Called in the transaction that is going to add one, which then adds alone: whoever else adds to a limited tenant
     * waits for its end.
     *
     * @throws ApiException (400) where the tenant has as many as it may have
     */
    public void requireRoom(TenantId tenant, EntityLimit limit) {
        long max = maxOf(tenant, limit);
        if (max == 0) {
            return;
        }
        jdbc.sql("select id from tenant where id = :tenant for no key update")
                .param("tenant", tenant.id())
                .query(UUID.class)
                .optional();
        long count =
                jdbc.sql(
                                "select count(*) from %s where tenant_id = :tenant"
                                        .formatted(limit.table()))
                        .param("tenant", tenant.id())
                        .query(Long.class)
                        .single();
        if (count >= max) {
            throw ApiException.badRequest(
                    "%s: the tenant's profile allows %d %s, and there are %d"
                            .formatted(limit.key(), max, limit.plural(), count));
        }
    }

    private long maxOf(TenantId tenant, EntityLimit limit) {
        return jdbc.sql(
                        """
                        select coalesce(cast(p.profile_data -> 'configuration' ->> :key as bigint), 0)
                          from tenant t join tenant_profile p on p.id = t.tenant_profile_id
                         where t.id = :tenant
                        """)
                .param("key", limit.key())
                .param("tenant", tenant.id())
                .query(Long.class)
                .optional()
                .orElse(0L);
    }
}
