// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code device_credentials}. */
@Component
final class DeviceCredentialsRepository {

    private final JdbcClient jdbc;
    private final Clock clock;

    DeviceCredentialsRepository(JdbcClient jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    Optional<DeviceCredentials> findByDevice(TenantId tenant, DeviceId device) {
        return jdbc.sql(
                        """
                        select c.id, c.created_time, c.device_id, c.credentials_type, c.credentials_id,
                               c.credentials_value, c.version
                          from device_credentials c join device d on d.id = c.device_id
                         where d.tenant_id = :tenant and d.id = :device
                        """)
                .param("tenant", tenant.id())
                .param("device", device.id())
                .query((row, _) -> credentials(row))
                .optional();
    }

    void add(DeviceId device, CredentialsContent content) {
        long now = clock.millis();
        jdbc.sql(
                        """
                        insert into device_credentials (id, created_time, device_id, credentials_type, credentials_id,
                                                        credentials_value)
                        values (:id, :createdTime, :device, :type, :credentialsId, :value)
                        """)
                .param("id", TimeOrderedUuid.at(now))
                .param("createdTime", now)
                .param("device", device.id())
                .param("type", content.type().name())
                .param("credentialsId", content.id())
                .param("value", content.value())
                .update();
    }

    /** Changes credentials if their version is still that of {@code stored}; false if it is not. */
    boolean update(DeviceCredentials stored, CredentialsContent content) {
        return jdbc.sql(
                                """
                                update device_credentials
                                   set credentials_type = :type, credentials_id = :credentialsId,
                                       credentials_value = :value, version = version + 1
                                 where id = :id and version = :version
                                """)
                        .param("id", stored.id().id())
                        .param("version", stored.version())
                        .param("type", content.type().name())
                        .param("credentialsId", content.id())
                        .param("value", content.value())
                        .update()
                == 1;
    }

    private static DeviceCredentials credentials(ResultSet row) throws SQLException {
        return new DeviceCredentials(
                new DeviceCredentials.Id(row.getObject("id", UUID.class)),
                row.getLong("created_time"),
                new DeviceId(row.getObject("device_id", UUID.class)),
                CredentialsType.valueOf(row.getString("credentials_type")),
                row.getString("credentials_id"),
                row.getString("credentials_value"),
                row.getLong("version"));
    }
}
