// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantId;
import java.time.Duration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How long a tenant may debug a node or watch an entity at a time: its profile's {@code maxDebugModeDurationMinutes}. */
@Component
public final class DebugDurations {

    private static final long DEFAULT_MINUTES = 15;

    /** A profile may hold any number; this one is a year. */
    private static final long MOST_MINUTES = 525_600;

    private final JdbcClient jdbc;

    /** Reads the profiles of the client's database. */
    public DebugDurations(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the longest time; 15 minutes if the profile has none. */
    public Duration longest(TenantId tenant) {
        long minutes =
                jdbc.sql(
                                """
                                select coalesce(cast(p.profile_data -> 'configuration' ->> 'maxDebugModeDurationMinutes'
                                  as numeric), 0)
                                  from tenant t join tenant_profile p on p.id = t.tenant_profile_id
                                 where t.id = :tenant
                                """)
                        .param("tenant", tenant.id())
                        .query(Long.class)
                        .optional()
                        .orElse(0L);
        return Duration.ofMinutes(minutes > 0 ? Math.min(minutes, MOST_MINUTES) : DEFAULT_MINUTES);
    }
}
