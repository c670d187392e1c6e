// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The REST endpoints for persistent requests. */
@RestController
@RequestMapping("/api/rpc/persistent")
@Tag(name = "rpc")
class PersistentRpcController {

    private final EntityAccess access;
    private final RpcTable table;
    private final RpcEvents events;

    PersistentRpcController(EntityAccess access, RpcTable table, RpcEvents events) {
        this.access = access;
        this.table = table;
        this.events = events;
    }

    @GetMapping("/{rpcId}")
    @Operation(operationId = "getPersistedRpc", summary = "Get a persistent RPC request")
    @Roles.TenantOrCustomer
    Rpc get(@PathVariable UUID rpcId, @AuthenticationPrincipal SecurityUser caller) {
        Rpc rpc = table.find(caller.tenantId(), rpcId).orElseThrow(() -> notFound(rpcId));
        access.require(caller, EntityType.DEVICE, rpc.deviceId().id());
        return rpc;
    }

    @GetMapping("/device/{deviceId}")
    @Operation(
            operationId = "getPersistedRpcByDevice",
            summary = "List the persistent RPC requests of a device",
            description =
                    "The latest first by default. textSearch is not used. Ended requests are kept for a time (MILLRACE_RPC_KEPT).")
    @Roles.TenantOrCustomer
    PageData<Rpc> ofDevice(
            @PathVariable UUID deviceId,
            @RequestParam(required = false) @Nullable RpcStatus rpcStatus,
            @ParameterObject PageLink link,
            @AuthenticationPrincipal SecurityUser caller) {
        DeviceId device =
                new DeviceId(access.require(caller, EntityType.DEVICE, deviceId).entityId().id());
        return table.ofDevice(caller.tenantId(), device, rpcStatus, link.latestFirst());
    }

    @DeleteMapping("/{rpcId}")
    @Operation(
            operationId = "deleteRpc",
            summary = "Delete a persistent RPC request",
            description =
                    "A request that the device does not have yet is not sent any more. The rule chains get a message RPC_DELETED.")
    @Roles.TenantAdmin
    void delete(@PathVariable UUID rpcId, @AuthenticationPrincipal SecurityUser caller) {
        Rpc deleted = table.delete(caller.tenantId(), rpcId).orElseThrow(() -> notFound(rpcId));
        events.tell(deleted.with(RpcStatus.DELETED));
    }

    private static ApiException notFound(UUID rpc) {
        return ApiException.notFound(
                "%s with id [%s] is not found".formatted(EntityType.RPC.normalName(), rpc));
    }
}
