// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.rule.store.DeviceProfilesContract;

class InMemoryDeviceProfilesTest extends DeviceProfilesContract {

    private final InMemoryDeviceProfiles profiles = new InMemoryDeviceProfiles();

    @Override
    protected DeviceProfiles profiles() {
        return profiles;
    }

    @Override
    protected DeviceId deviceWith(TenantId owner, DeviceProfiles.Profile profile) {
        DeviceId device = new DeviceId(TimeOrderedUuid.next());
        profiles.put(owner, device, profile);
        return device;
    }

    @Override
    protected void change(TenantId owner, DeviceId device, DeviceProfiles.Profile profile) {
        profiles.put(owner, device, profile);
    }
}
