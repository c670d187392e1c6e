// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.jdbc.StoredSettings;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileService;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The device that the first start adds, so that one command sends a first reading. */
@Component
public final class DemoDevice {

    private static final String NAME = "Demo Device";
    private static final String SETTING = "demo.device";

    private final AssignableRepository<Device> devices;
    private final DeviceCredentialsRepository credentials;
    private final ProfileService<DeviceProfile> profiles;
    private final StoredSettings settings;
    private final JdbcClient jdbc;
    private final Clock clock;

    DemoDevice(
            AssignableRepository<Device> devices,
            DeviceCredentialsRepository credentials,
            ProfileService<DeviceProfile> profiles,
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

    /** Adds the device to a new tenant, within the transaction that adds the tenant. */
    public void create(TenantId tenant) {
        DeviceId id = add(tenant, NAME, profiles.defaultOf(tenant).id().id());
        settings.getOrAdd(SETTING, id::toString);
    }

    /** Adds a device with a profile and a generated access token, within the caller's transaction. */
    DeviceId add(TenantId tenant, String name, UUID profile) {
        long now = clock.millis();
        DeviceId id = new DeviceId(TimeOrderedUuid.at(now));
        Map<String, Object> own = Map.of(DeviceKind.DATA, DeviceKind.defaultData());
        devices.add(tenant, id.id(), now, profile, AssignableContent.named(name, own));
        credentials.add(id, CredentialsContent.generated());
        return id;
    }

    /** The access token of the device; empty if it was never added, is deleted, or has other credentials. */
    public Optional<String> accessToken() {
        return id().flatMap(this::accessTokenOf);
    }

    /** The tenant of the device; empty if it was never added or is deleted. */
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

    /** The access token of a device; empty if it has other credentials. */
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
