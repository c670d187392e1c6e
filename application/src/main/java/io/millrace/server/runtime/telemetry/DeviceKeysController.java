// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.server.registry.device.FirstDevices;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints that list the keys of the devices of a profile, as suggestions for rule editors. */
@RestController
@Tag(name = "device-profile")
class DeviceKeysController {

    /** Number of devices whose keys are read; devices of one profile usually have the same keys. */
    private static final int MAX_DEVICES = 100;

    private static final Set<AttributeScope> ALL_SCOPES = EnumSet.allOf(AttributeScope.class);

    private final EntityAccess access;
    private final ProfileRepository<DeviceProfile> profiles;
    private final FirstDevices devices;
    private final TelemetryReads telemetry;

    DeviceKeysController(
            EntityAccess access,
            ProfileRepository<DeviceProfile> profiles,
            FirstDevices devices,
            TelemetryReads telemetry) {
        this.access = access;
        this.profiles = profiles;
        this.devices = devices;
        this.telemetry = telemetry;
    }

    @GetMapping("/api/deviceProfile/devices/keys/timeseries")
    @Operation(
            operationId = "getDeviceProfileTimeseriesKeys",
            summary = "List the time series keys of the devices of a profile, or of all devices")
    @Roles.TenantAdmin
    List<String> timeseries(
            @RequestParam(required = false) @Nullable UUID deviceProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantId tenant = caller.tenantId();
        return keys(
                caller,
                deviceProfileId,
                device -> telemetry.timeseriesKeys(tenant, device).stream());
    }

    @GetMapping("/api/deviceProfile/devices/keys/attributes")
    @Operation(
            operationId = "getDeviceProfileAttributeKeys",
            summary = "List the attribute keys of the devices of a profile, or of all devices")
    @Roles.TenantAdmin
    List<String> attributes(
            @RequestParam(required = false) @Nullable UUID deviceProfileId,
            @AuthenticationPrincipal SecurityUser caller) {
        TenantId tenant = caller.tenantId();
        return keys(
                caller,
                deviceProfileId,
                device -> telemetry.attributeKeys(tenant, device, ALL_SCOPES).stream());
    }

    private List<String> keys(
            SecurityUser caller, @Nullable UUID profile, Function<EntityId, Stream<String>> keys) {
        DeviceProfileId id =
                profile == null ? null : access.require(caller, profiles, profile).id();
        return devices.of(caller.tenantId(), id, MAX_DEVICES).stream()
                .flatMap(device -> keys.apply(device.entity()))
                .distinct()
                .sorted()
                .toList();
    }
}
