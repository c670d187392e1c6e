// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileService;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.stereotype.Component;

/** The devices of the demo tenant that programs simulate. */
@Component
public final class SimulatedDevices {

    private final AssignableRepository<Device> devices;
    private final DemoDevice demoDevice;
    private final ProfileService<DeviceProfile> profiles;

    SimulatedDevices(
            AssignableRepository<Device> devices,
            DemoDevice demoDevice,
            ProfileService<DeviceProfile> profiles) {
        this.devices = devices;
        this.demoDevice = demoDevice;
        this.profiles = profiles;
    }

    /**
     * A device that a program simulates.
     *
     * @param number counts the devices of a profile from 1
     * @param isNew true if it did not exist before
     */
    public record Simulated(int number, DeviceId id, String accessToken, boolean isNew) {}

    /** The tenant of the demo device; empty without a demo device. */
    public Optional<TenantId> tenant() {
        return demoDevice.tenant();
    }

    /**
     * Returns the simulated devices of a profile, and adds the missing ones in the transaction of the caller. A device
     * whose access token a user has replaced by other credentials is left out.
     *
     * @param profile name of the profile, and the first word of each device's name
     */
    public List<Simulated> ofProfile(TenantId tenant, String profile, int count) {
        UUID profileId = profiles.findOrAdd(tenant, profile);
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> findOrAdd(tenant, profile + " " + number, profileId, number))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Simulated> findOrAdd(TenantId tenant, String name, UUID profile, int number) {
        Optional<DeviceId> stored = devices.findByName(tenant, name).map(Device::id);
        DeviceId id = stored.orElseGet(() -> demoDevice.add(tenant, name, profile));
        return demoDevice
                .accessTokenOf(id)
                .map(token -> new Simulated(number, id, token, stored.isEmpty()));
    }
}
