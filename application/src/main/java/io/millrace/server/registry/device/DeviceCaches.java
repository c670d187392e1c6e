// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.deviceprofile.DeviceProfileChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Removes changed devices from the caches of credentials and of profiles. */
@Component
final class DeviceCaches {

    private final DeviceCredentialsLookup credentials;
    private final CachedDeviceProfiles profiles;

    DeviceCaches(DeviceCredentialsLookup credentials, CachedDeviceProfiles profiles) {
        this.credentials = credentials;
        this.profiles = profiles;
    }

    /** The cache may hold that no device has these credentials. */
    void credentialsAdded(String credentialsId) {
        credentials.forget(credentialsId);
    }

    void deviceChanged(Device device, String credentialsId) {
        credentials.forget(credentialsId);
        profiles.forget(device.tenantId(), device.id());
    }

    @EventListener
    void on(DeviceProfileChanged changed) {
        credentials.forget(changed.tenant());
        profiles.forgetProfiles(changed.tenant());
    }

    @EventListener
    void on(TenantDeleted deleted) {
        forget(deleted.tenant());
    }

    @EventListener
    void on(DeviceChangedElsewhere changed) {
        TenantId tenant = changed.tenant();
        DeviceId device = changed.device();
        if (tenant == null || device == null) {
            credentials.forgetAll();
            profiles.forgetAll();
            return;
        }
        profiles.forget(tenant, device);
        if (changed.credentialsId() != null) {
            credentials.forget(changed.credentialsId());
        }
    }

    /** Removes all devices of a tenant. */
    void forget(TenantId tenant) {
        credentials.forget(tenant);
        profiles.forget(tenant);
    }
}
