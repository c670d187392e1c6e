// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads the activity of devices from the server attribute {@code active}, which the device actors maintain. */
@Component
final class StoredDeviceActivity implements DeviceActivity {

    private final JdbcClient jdbc;

    StoredDeviceActivity(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Set<DeviceId> activeAmong(TenantId tenant, Collection<DeviceId> devices) {
        UUID[] ids = devices.stream().map(DeviceId::id).toArray(UUID[]::new);
        return new HashSet<>(
                jdbc.sql(
                                """
                                select a.entity_id from attribute a
                                  join key_dictionary k on k.id = a.key_id
                                 where a.entity_id = any(:devices) and a.scope = 2
                                   and k.tenant_id = :tenant and k.key = 'active' and a.val = 'true'
                                """)
                        .param("devices", ids)
                        .param("tenant", tenant.id())
                        .query((row, _) -> new DeviceId(row.getObject(1, UUID.class)))
                        .list());
    }
}
