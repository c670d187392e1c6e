// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableResource;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;
import tools.jackson.databind.json.JsonMapper;

/** The route that tells how a device connects. */
@RestController
@Tag(name = "device")
class DeviceConnectivityController {

    private final AssignableResource<Device> devices;
    private final DeviceService service;
    private final MqttPorts ports;
    private final JsonMapper json;

    DeviceConnectivityController(
            AssignableEntities<Device> devices,
            DeviceService service,
            MqttPorts ports,
            JsonMapper json) {
        this.devices = devices.resource();
        this.service = service;
        this.ports = ports;
        this.json = json;
    }

    @GetMapping("/api/device-connectivity/{deviceId}")
    @Operation(
            operationId = "getDevicePublishTelemetryCommands",
            summary = "Get commands that send a reading of a device",
            description =
                    "The commands are for a POSIX shell and contain the credentials of the device. Their host is that of "
                            + "the request.")
    @Roles.TenantOrCustomer
    DeviceConnectivity connectivity(
            @PathVariable UUID deviceId,
            @AuthenticationPrincipal SecurityUser caller,
            HttpServletRequest request) {
        DeviceCredentials credentials = service.credentialsOf(devices.get(caller, deviceId));
        DeviceConnectivity.Http http =
                credentials.credentialsType() == CredentialsType.ACCESS_TOKEN
                        ? DeviceConnectivity.Http.of(credentials.credentialsId(), base(request))
                        : null;
        return DeviceConnectivity.of(
                http, PublishCommand.of(credentials, json), request.getServerName(), ports);
    }

    private static String base(HttpServletRequest request) {
        return ServletUriComponentsBuilder.fromContextPath(request).build().toUriString();
    }
}
