// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.MalformedPayloadException;
import io.millrace.message.Payload;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.server.platform.settings.RpcSettings;
import io.millrace.server.registry.device.Device;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.util.UUID;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * The REST endpoints that send RPC requests to devices. Requests run on virtual threads, so a waiting request blocks no
 * platform thread. The two versions differ in the status of errors.
 */
@RestController
@Tag(name = "rpc")
class RpcController {

    private static final String DESCRIPTION =
            " The request passes through the rule chains as RPC_CALL_FROM_SERVER_TO_DEVICE; a \"rpc call request\" node"
                    + " sends it. A persistent request answers {\"rpcId\": id} as soon as it is stored.";

    private static final String ONE_WAY = "Send a request to a device, and wait until it has it";
    private static final String TWO_WAY = "Send a request to a device, and wait for its reply";
    private static final String REPLY = " 406 if the reply is not JSON.";

    /** The statuses of a version of the API for a request without a reply. */
    private enum Version {
        V1,
        V2;

        ApiException of(RpcError error, String reason) {
            return switch (error) {
                case TIMEOUT ->
                        this == V1
                                ? ApiException.timedOut(reason)
                                : ApiException.deviceTimedOut(reason);
                case NO_ACTIVE_CONNECTION ->
                        this == V1
                                ? ApiException.conflict(reason)
                                : ApiException.deviceTimedOut(reason);
                case NOT_FOUND -> ApiException.notFound(reason);
                case FORBIDDEN -> ApiException.conflict(reason);
                case INTERNAL -> ApiException.unavailable(reason);
            };
        }
    }

    private final EntityAccess access;
    private final RpcCalls calls;
    private final RpcSettings settings;
    private final Clock clock;

    RpcController(EntityAccess access, RpcCalls calls, RpcSettings settings, Clock clock) {
        this.access = access;
        this.calls = calls;
        this.settings = settings;
        this.clock = clock;
    }

    @PostMapping("/api/rpc/oneway/{deviceId}")
    @Operation(
            operationId = "handleOneWayDeviceRPCRequestV2",
            summary = ONE_WAY,
            description =
                    "An empty answer says that the device has it. 504 if it does not get it in time."
                            + DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> oneWay(
            @PathVariable UUID deviceId,
            @RequestBody RpcBody body,
            @AuthenticationPrincipal SecurityUser caller) {
        return call(Version.V2, caller, deviceId, body, true);
    }

    @PostMapping("/api/rpc/twoway/{deviceId}")
    @Operation(
            operationId = "handleTwoWayDeviceRPCRequestV2",
            summary = TWO_WAY,
            description =
                    "The answer is the reply. 504 if the device does not reply in time."
                            + REPLY
                            + DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> twoWay(
            @PathVariable UUID deviceId,
            @RequestBody RpcBody body,
            @AuthenticationPrincipal SecurityUser caller) {
        return call(Version.V2, caller, deviceId, body, false);
    }

    @PostMapping("/api/plugins/rpc/oneway/{deviceId}")
    @Operation(
            operationId = "handleOneWayDeviceRPCRequestV1",
            summary = ONE_WAY,
            description =
                    "As /api/rpc/oneway, but 408 if the device does not acknowledge it in time, and 409 if it has no connection until then."
                            + DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> oneWayV1(
            @PathVariable UUID deviceId,
            @RequestBody RpcBody body,
            @AuthenticationPrincipal SecurityUser caller) {
        return call(Version.V1, caller, deviceId, body, true);
    }

    @PostMapping("/api/plugins/rpc/twoway/{deviceId}")
    @Operation(
            operationId = "handleTwoWayDeviceRPCRequestV1",
            summary = TWO_WAY,
            description =
                    "As /api/rpc/twoway, but 408 if the device does not reply in time, and 409 if it has no connection until then."
                            + REPLY
                            + DESCRIPTION)
    @Roles.TenantOrCustomer
    ResponseEntity<byte[]> twoWayV1(
            @PathVariable UUID deviceId,
            @RequestBody RpcBody body,
            @AuthenticationPrincipal SecurityUser caller) {
        return call(Version.V1, caller, deviceId, body, false);
    }

    private ResponseEntity<byte[]> call(
            Version version, SecurityUser caller, UUID deviceId, RpcBody body, boolean oneWay) {
        Device device = (Device) access.requireChangeable(caller, EntityType.DEVICE, deviceId);
        RpcBody.Checked request = body.checked(clock.millis(), settings);
        return switch (calls.call(device, request, oneWay)) {
            case Answered _ when oneWay && !request.persistent() -> ResponseEntity.ok().build();
            case Answered(Payload answer) ->
                    ResponseEntity.ok()
                            .contentType(MediaType.APPLICATION_JSON)
                            .body(json(answer).bytes());
            case Failed(RpcError error, String reason) -> throw version.of(error, reason);
        };
    }

    private static Payload json(Payload reply) {
        try {
            reply.json();
            return reply;
        } catch (MalformedPayloadException malformed) {
            throw ApiException.notAcceptable(
                    "The device's reply is not JSON: " + malformed.getMessage());
        }
    }
}
