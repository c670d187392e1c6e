// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists of alarms: of all that a caller may see, or of those that are shown at an entity. The latest come first unless
 * the caller gives an order.
 */
@RestController
@Tag(name = "alarm")
class AlarmListController {

    private final EntityAccess access;
    private final AlarmRepository alarms;

    AlarmListController(EntityAccess access, AlarmRepository alarms) {
        this.access = access;
        this.alarms = alarms;
    }

    @GetMapping("/api/alarm/{entityType}/{entityId}")
    @Operation(operationId = "getAlarms", summary = "List the alarms that are shown at an entity")
    @Roles.TenantOrCustomer
    PageData<AlarmInfo> ofEntity(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @ParameterObject PageLink link,
            @ParameterObject AlarmParameters selection,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId entity = entity(caller, entityType, entityId);
        return alarms.list(selection.filter(caller, entity), link);
    }

    @GetMapping("/api/alarms")
    @Operation(operationId = "getAllAlarms", summary = "List the alarms that the caller may see")
    @Roles.TenantOrCustomer
    PageData<AlarmInfo> all(
            @ParameterObject PageLink link,
            @ParameterObject AlarmParameters selection,
            @AuthenticationPrincipal SecurityUser caller) {
        return alarms.list(selection.filter(caller, null), link);
    }

    @GetMapping("/api/v2/alarm/{entityType}/{entityId}")
    @Operation(
            operationId = "getAlarmsV2",
            summary =
                    "List the alarms that are shown at an entity, of several statuses, severities and types")
    @Roles.TenantOrCustomer
    PageData<AlarmInfo> ofEntityByLists(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @ParameterObject PageLink link,
            @ParameterObject AlarmListParameters selection,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId entity = entity(caller, entityType, entityId);
        return alarms.list(selection.filter(caller, entity), link);
    }

    @GetMapping("/api/v2/alarms")
    @Operation(
            operationId = "getAllAlarmsV2",
            summary =
                    "List the alarms that the caller may see, of several statuses, severities and types")
    @Roles.TenantOrCustomer
    PageData<AlarmInfo> allByLists(
            @ParameterObject PageLink link,
            @ParameterObject AlarmListParameters selection,
            @AuthenticationPrincipal SecurityUser caller) {
        return alarms.list(selection.filter(caller, null), link);
    }

    @GetMapping("/api/alarm/highestSeverity/{entityType}/{entityId}")
    @Operation(
            operationId = "getHighestAlarmSeverity",
            summary =
                    "Get the highest severity of the alarms that are shown at an entity; without alarms the response has no body")
    @Roles.TenantOrCustomer
    @Nullable AlarmSeverity highestSeverity(
            @PathVariable EntityType entityType,
            @PathVariable UUID entityId,
            @ParameterObject AlarmParameters selection,
            @AuthenticationPrincipal SecurityUser caller) {
        EntityId entity = entity(caller, entityType, entityId);
        return alarms.highestSeverity(selection.filter(caller, entity)).orElse(null);
    }

    @GetMapping("/api/alarm/types")
    @Operation(
            operationId = "getAlarmTypes",
            summary = "List the types of the alarms that the caller may see")
    @Roles.TenantOrCustomer
    PageData<AlarmType> types(
            @ParameterObject PageLink link, @AuthenticationPrincipal SecurityUser caller) {
        return alarms.types(caller.tenantId(), AlarmFilter.customerOf(caller), link)
                .map(type -> new AlarmType(caller.tenantId(), type));
    }

    private EntityId entity(SecurityUser caller, EntityType type, UUID id) {
        return access.require(caller, type, id).entityId();
    }
}
