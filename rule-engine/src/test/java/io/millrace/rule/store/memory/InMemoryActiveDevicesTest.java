// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.DeviceId;
import io.millrace.rule.store.ActiveDevices;
import io.millrace.rule.store.ActiveDevicesContract;
import org.jspecify.annotations.Nullable;

class InMemoryActiveDevicesTest extends ActiveDevicesContract {

    private final InMemoryActiveDevices devices = new InMemoryActiveDevices();

    @Override
    protected ActiveDevices devices() {
        return devices;
    }

    @Override
    protected @Nullable Long dueAt(DeviceId device) {
        return devices.dueAt(device);
    }
}
