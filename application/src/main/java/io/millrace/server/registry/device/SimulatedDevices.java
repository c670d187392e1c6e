// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.AssignableRepository;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The devices of the demo tenant that programs simulate. Each is added when it is first asked for. */
@Component
public final class SimulatedDevices {

    private final AssignableRepository<Device> devices;
    private final DemoDevice demoDevice;
    private final TransactionTemplate transaction;

    SimulatedDevices(
            AssignableRepository<Device> devices,
            DemoDevice demoDevice,
            PlatformTransactionManager transactions) {
        this.devices = devices;
        this.demoDevice = demoDevice;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** The access tokens of that many devices of the demo device's tenant; none without a demo device. */
    public List<String> accessTokens(int count) {
        return Optional.ofNullable(transaction.execute(_ -> findOrAdd(count))).orElseThrow();
    }

    private List<String> findOrAdd(int count) {
        return demoDevice.tenant().stream()
                .flatMap(tenant -> IntStream.rangeClosed(1, count).mapToObj(i -> id(tenant, i)))
                .flatMap(device -> demoDevice.accessTokenOf(device).stream())
                .toList();
    }

    private DeviceId id(TenantId tenant, int number) {
        String name = "Simulated Device " + number;
        return devices.findByName(tenant, name)
                .map(Device::id)
                .orElseGet(() -> demoDevice.add(tenant, name));
    }
}
