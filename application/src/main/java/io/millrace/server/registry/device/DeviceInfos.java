// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.registry.assignable.Listed;
import io.millrace.server.store.attribute.DeviceActivity;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Adds to listed devices whether they are active. */
@Component
final class DeviceInfos {

    private final DeviceActivity activity;

    /** Without a bean that knows the activity of devices, none is active. */
    DeviceInfos(ObjectProvider<DeviceActivity> activity) {
        this.activity = activity.getIfAvailable(() -> (_, _) -> Set.of());
    }

    DeviceInfo of(Listed<Device> listed) {
        return info(listed, activeAmong(List.of(listed)));
    }

    PageData<DeviceInfo> of(PageData<Listed<Device>> page) {
        Set<DeviceId> active = activeAmong(page.data());
        return page.map(listed -> info(listed, active));
    }

    /** All of the devices belong to one tenant. */
    private Set<DeviceId> activeAmong(List<Listed<Device>> devices) {
        if (devices.isEmpty()) {
            return Set.of();
        }
        List<DeviceId> ids = devices.stream().map(listed -> listed.entity().id()).toList();
        return activity.activeAmong(devices.getFirst().entity().tenantId(), ids);
    }

    private static DeviceInfo info(Listed<Device> listed, Set<DeviceId> active) {
        return new DeviceInfo(
                listed.entity(),
                listed.customerTitle(),
                listed.customerIsPublic(),
                listed.entity().type(),
                active.contains(listed.entity().id()));
    }
}
