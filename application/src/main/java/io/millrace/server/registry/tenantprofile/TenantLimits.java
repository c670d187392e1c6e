// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Enforces the limits that profiles set on the number of entities of a tenant. */
@Component
public final class TenantLimits {

    private final JdbcClient jdbc;

    /** Reads limits and numbers from the database. */
    public TenantLimits(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Checks that a tenant may have one more entity. Call it in the transaction that adds the entity: other additions
     * to a limited tenant wait until that transaction ends.
     *
     * @throws ApiException (400) if the tenant has reached the limit
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
                    "%s: the tenant's profile allows %d %s, and the tenant has %d"
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
