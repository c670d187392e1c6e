// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.StoredSettings;
import io.millrace.server.registry.deviceprofile.DeviceProfileService;
import io.millrace.server.web.api.IdJson;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The device that the first start makes, so that a first reading needs one command. */
@Component
public final class DemoDevice {

    private static final String NAME = "Demo Device";
    private static final String SETTING = "demo.device";

    private final DeviceRepository devices;
    private final DeviceCredentialsRepository credentials;
    private final DeviceProfileService profiles;
    private final StoredSettings settings;
    private final JdbcClient jdbc;
    private final Clock clock;

    DemoDevice(
            DeviceRepository devices,
            DeviceCredentialsRepository credentials,
            DeviceProfileService profiles,
            StoredSettings settings,
            JdbcClient jdbc,
            Clock clock) {
        this.devices = devices;
        this.credentials = credentials;
        this.profiles = profiles;
        this.settings = settings;
        this.jdbc = jdbc;
        this.clock = clock;
    }

    /** Makes the device in a new tenant, within the transaction that makes the tenant. */
    public void create(TenantId tenant) {
        long now = clock.millis();
        DeviceId id = new DeviceId(TimeOrderedUuid.at(now));
        DeviceContent content =
                new DeviceContent(
                        NAME, null, IdJson.NO_CUSTOMER, DeviceContent.defaultData(), null);
        devices.add(tenant, id, now, profiles.defaultOf(tenant).id(), content);
        credentials.add(id, CredentialsContent.generated());
        settings.getOrAdd(SETTING, id::toString);
    }

    /** The access token of the device; empty where it was never made, is deleted, or has other credentials now. */
    public Optional<String> accessToken() {
        return id().flatMap(this::accessTokenOf);
    }

    /** The tenant of the device; empty where it was never made or is deleted. */
    Optional<TenantId> tenant() {
        return id().flatMap(device ->
                        jdbc.sql("select tenant_id from device where id = :device")
                                .param("device", device.id())
                                .query(UUID.class)
                                .optional())
                .map(TenantId::new);
    }

    private Optional<DeviceId> id() {
        return settings.find(SETTING).map(DeviceId::of);
    }

    /** The access token of a device; empty where it has other credentials. */
    Optional<String> accessTokenOf(DeviceId device) {
        return jdbc.sql(
                        """
                        select credentials_id from device_credentials
                         where device_id = :device and credentials_type = 'ACCESS_TOKEN'
                        """)
                .param("device", device.id())
                .query(String.class)
                .optional();
    }
}
