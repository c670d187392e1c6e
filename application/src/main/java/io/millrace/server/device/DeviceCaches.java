// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.device;

import io.millrace.server.deviceprofile.DeviceProfileChanged;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Makes what is remembered about devices forgotten when it is not true any more. */
@Component
final class DeviceCaches {

    private final DeviceCredentialsLookup credentials;
    private final CachedDeviceProfiles profiles;

    DeviceCaches(DeviceCredentialsLookup credentials, CachedDeviceProfiles profiles) {
        this.credentials = credentials;
        this.profiles = profiles;
    }

    /** Somebody may have asked for these credentials in vain a moment ago. */
    void credentialsAdded(String credentialsId) {
        credentials.forget(credentialsId);
    }

    void deviceChanged(Device device, String credentialsId) {
        credentials.forget(credentialsId);
        profiles.forget(device.tenantId(), device.id());
    }

    @EventListener
    void on(DeviceProfileChanged changed) {
        credentials.forgetAll();
        profiles.forgetAll();
    }
}
