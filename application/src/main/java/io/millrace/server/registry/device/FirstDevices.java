// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The oldest devices of a tenant, as a sample of all. */
@Component
public final class FirstDevices {

    private final JdbcClient jdbc;

    FirstDevices(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * The oldest devices first.
     *
     * @param profile only devices with this profile; null: all devices of the tenant
     */
    public List<DeviceId> of(TenantId tenant, @Nullable DeviceProfileId profile, int limit) {
        return jdbc.sql(
                        """
                        select id from device
                         where tenant_id = :tenant
                           and (cast(:profile as uuid) is null or device_profile_id = :profile)
                         order by id limit :limit
                        """)
                .param("tenant", tenant.id())
                .param("profile", profile == null ? null : profile.id())
                .param("limit", limit)
                .query((row, _) -> new DeviceId(row.getObject("id", UUID.class)))
                .list();
    }
}
