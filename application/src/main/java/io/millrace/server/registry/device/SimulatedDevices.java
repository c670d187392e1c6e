// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.registry.deviceprofile.DeviceProfileService;
import io.millrace.server.web.api.IdJson;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The demo tenant's devices that exist only as programs. They are made when they are first asked for. */
@Component
public final class SimulatedDevices {

    private final DeviceRepository devices;
    private final DeviceCredentialsRepository credentials;
    private final DeviceProfileService profiles;
    private final DemoDevice demoDevice;
    private final TransactionTemplate transaction;
    private final Clock clock;

    SimulatedDevices(
            DeviceRepository devices,
            DeviceCredentialsRepository credentials,
            DeviceProfileService profiles,
            DemoDevice demoDevice,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.devices = devices;
        this.credentials = credentials;
        this.profiles = profiles;
        this.demoDevice = demoDevice;
        this.transaction = new TransactionTemplate(transactions);
        this.clock = clock;
    }

    /** The access tokens of so many devices; none where there is no demo device, whose tenant they join. */
    public List<String> accessTokens(int count) {
        return Optional.ofNullable(transaction.execute(_ -> findOrMake(count))).orElseThrow();
    }

    private List<String> findOrMake(int count) {
        return demoDevice.tenant().stream()
                .flatMap(tenant -> IntStream.rangeClosed(1, count).mapToObj(i -> id(tenant, i)))
                .flatMap(device -> demoDevice.accessTokenOf(device).stream())
                .toList();
    }

    private DeviceId id(TenantId tenant, int number) {
        String name = "Simulated Device " + number;
        return devices.findByName(tenant, name)
                .map(Device::id)
                .orElseGet(() -> create(tenant, name));
    }

    private DeviceId create(TenantId tenant, String name) {
        long now = clock.millis();
        DeviceId id = new DeviceId(TimeOrderedUuid.at(now));
        DeviceContent content =
                new DeviceContent(
                        name, null, IdJson.NO_CUSTOMER, DeviceContent.defaultData(), null);
        devices.add(tenant, id, now, profiles.defaultOf(tenant).id(), content);
        credentials.add(id, CredentialsContent.generated());
        return id;
    }
}
