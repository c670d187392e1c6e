// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.DeviceCredentialsStore;
import io.millrace.rule.store.DeviceCredentialsStore.Credentials;
import io.millrace.rule.store.DeviceCredentialsStoreContract;

class InMemoryDeviceCredentialsStoreTest extends DeviceCredentialsStoreContract {

    private final InMemoryDeviceCredentialsStore store = new InMemoryDeviceCredentialsStore();

    @Override
    protected DeviceCredentialsStore store() {
        return store;
    }

    @Override
    protected DeviceId deviceWith(TenantId owner, Credentials credentials) {
        DeviceId device = new DeviceId(TimeOrderedUuid.next());
        store.put(owner, device, credentials);
        return device;
    }

    @Override
    protected void change(TenantId owner, DeviceId device, Credentials credentials) {
        store.put(owner, device, credentials);
    }
}
