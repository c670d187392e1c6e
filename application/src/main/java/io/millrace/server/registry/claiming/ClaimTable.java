// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.claiming;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code device_claim}: the consents of devices to be claimed. Calls block. */
@Component
final class ClaimTable {

    private final JdbcClient jdbc;

    ClaimTable(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A consent.
     *
     * @param secret hash of what the user has to know
     * @param expiresAt milliseconds since the epoch
     */
    record Consent(ClaimSecret secret, long expiresAt) {}

    /** Stores the consent of a device that no customer has; replaces a former one. False if it has one, or is deleted. */
    boolean put(TenantId tenant, DeviceId device, Consent consent) {
        return jdbc.sql(
                                """
                                insert into device_claim (device_id, secret_hash, expires_at)
                                select id, :secret, :expiresAt from device
                                 where tenant_id = :tenant and id = :device and customer_id is null
                                   for key share
                                on conflict (device_id) do update
                                   set secret_hash = excluded.secret_hash, expires_at = excluded.expires_at, failures = 0
                                """)
                        .param("tenant", tenant.id())
                        .param("device", device.id())
                        .param("secret", consent.secret().hash())
                        .param("expiresAt", consent.expiresAt())
                        .update()
                == 1;
    }

    /** The consent of a device of the tenant. */
    Optional<Consent> find(TenantId tenant, DeviceId device) {
        return jdbc.sql(
                        """
                        select c.secret_hash, c.expires_at from device_claim c join device d on d.id = c.device_id
                         where d.tenant_id = :tenant and d.id = :device
                        """)
                .param("tenant", tenant.id())
                .param("device", device.id())
                .query((row, _) ->
                        new Consent(
                                new ClaimSecret(row.getBytes("secret_hash")),
                                row.getLong("expires_at")))
                .optional();
    }

    /** Counts a wrong secret; the consent ends with the given number of them. */
    void failed(DeviceId device, int most) {
        Optional<UUID> over =
                jdbc.sql(
                                """
                                update device_claim set failures = failures + 1 where device_id = :device
                                returning case when failures >= :most then device_id end
                                """)
                        .param("device", device.id())
                        .param("most", most)
                        .query((row, _) -> Optional.ofNullable(row.getObject(1, UUID.class)))
                        .optional()
                        .flatMap(last -> last);
        if (over.isPresent()) {
            delete(device);
        }
    }

    /** Ends the consent of a device, if there is one. */
    void delete(DeviceId device) {
        jdbc.sql("delete from device_claim where device_id = :device")
                .param("device", device.id())
                .update();
    }
}
