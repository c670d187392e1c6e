// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.provisioning;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Finds the profile of a provisioning request, which names no tenant. */
@Component
final class ProvisioningProfiles {

    private static final int LONGEST_KEY = 255;

    private final JdbcClient jdbc;

    ProvisioningProfiles(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** The strategies by which profiles provision devices, by ThingsBoard's names. */
    enum Strategy {
        ALLOW_CREATE_NEW_DEVICES,
        CHECK_PRE_PROVISIONED_DEVICES
    }

    /** A profile whose devices are provisioned. */
    record ProvisioningProfile(
            TenantId tenant, DeviceProfileId id, Strategy strategy, String secret) {

        /** Without the secret: this may end up in a log. */
        @Override
        public String toString() {
            return "ProvisioningProfile[id=%s]".formatted(id);
        }
    }

    /** The profile with a key; empty if there is none, or its devices are not provisioned. */
    Optional<ProvisioningProfile> find(String key) {
        if (key.length() > LONGEST_KEY || key.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        return jdbc.sql(
                        """
                        select tenant_id, id, provision_type,
                               profile_data #>> '{provisionConfiguration,provisionDeviceSecret}' as secret
                          from device_profile
                         where provision_device_key = :key and provision_type <> 'DISABLED'
                        """)
                .param("key", key)
                .query((row, _) -> profile(row))
                .optional();
    }

    private static ProvisioningProfile profile(ResultSet row) throws SQLException {
        return new ProvisioningProfile(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                new DeviceProfileId(row.getObject("id", UUID.class)),
                Strategy.valueOf(row.getString("provision_type")),
                row.getString("secret"));
    }
}
