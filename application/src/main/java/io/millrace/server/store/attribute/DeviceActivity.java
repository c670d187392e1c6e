// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.Collection;
import java.util.Set;

/** Reports which devices are active. */
@FunctionalInterface
public interface DeviceActivity {

    /** Returns those of the tenant's devices that are active. */
    Set<DeviceId> activeAmong(TenantId tenant, Collection<DeviceId> devices);
}
