// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.device.DeviceRepository.DeviceFilter;
import io.millrace.server.registry.device.DeviceRepository.Listed;
import io.millrace.server.store.attribute.DeviceActivity;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** Adds to devices what a list of devices shows beside them. */
@Component
final class DeviceInfos {

    private final DeviceRepository devices;
    private final DeviceActivity activity;

    /** Where nobody knows of devices' activity, none is active. */
    DeviceInfos(DeviceRepository devices, ObjectProvider<DeviceActivity> activity) {
        this.devices = devices;
        this.activity = activity.getIfAvailable(() -> (_, _) -> Set.of());
    }

    DeviceInfo of(Device device) {
        Set<DeviceId> active = activity.activeAmong(device.tenantId(), List.of(device.id()));
        return devices.findListed(device.tenantId(), device.id().id())
                .map(listed -> info(listed, active))
                .orElseThrow(
                        () -> ApiException.notFound("Device %s is gone".formatted(device.id())));
    }

    PageData<DeviceInfo> list(TenantId tenant, DeviceFilter filter, PageLink link) {
        PageData<Listed> page = devices.list(tenant, filter, link);
        List<DeviceId> ids = page.data().stream().map(listed -> listed.device().id()).toList();
        Set<DeviceId> active = activity.activeAmong(tenant, ids);
        return page.map(listed -> info(listed, active));
    }

    private static DeviceInfo info(Listed listed, Set<DeviceId> active) {
        Device device = listed.device();
        return new DeviceInfo(
                device,
                listed.customerTitle(),
                listed.customerIsPublic(),
                device.type(),
                active.contains(device.id()));
    }
}
