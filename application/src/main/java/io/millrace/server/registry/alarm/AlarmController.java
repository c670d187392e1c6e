// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.Roles;
import io.millrace.server.web.security.SecurityUser;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The routes of single alarms. */
@RestController
@Tag(name = "alarm")
class AlarmController {

    private final EntityAccess access;
    private final EntityLookup<AlarmEntity> lookup;
    private final AlarmService alarms;
    private final AlarmRepository stored;

    AlarmController(EntityAccess access, AlarmService alarms, AlarmRepository stored) {
        this.access = access;
        this.lookup = stored.lookup();
        this.alarms = alarms;
        this.stored = stored;
    }

    @PostMapping("/api/alarm")
    @Operation(
            operationId = "saveAlarm",
            summary = "Create an alarm, or change one",
            description =
                    "Without an id, the active alarm of this type at this originator is changed; if there is none, it is created.")
    @Roles.TenantOrCustomer
    AlarmInfo save(@RequestBody AlarmRequest body, @AuthenticationPrincipal SecurityUser caller) {
        return alarms.save(
                caller, body.id() == null ? null : require(caller, body.id().id()), body);
    }

    @GetMapping("/api/alarm/{alarmId}")
    @Operation(operationId = "getAlarmById", summary = "Get an alarm")
    @Roles.TenantOrCustomer
    AlarmInfo get(@PathVariable UUID alarmId, @AuthenticationPrincipal SecurityUser caller) {
        Alarm alarm = require(caller, alarmId);
        return stored.info(caller.tenantId(), alarm.id())
                .orElseThrow(() -> AlarmService.notFound(alarm));
    }

    @GetMapping("/api/alarm/info/{alarmId}")
    @Operation(
            operationId = "getAlarmInfoById",
            summary = "Get an alarm with the names of its originator and its assignee")
    @Roles.TenantOrCustomer
    AlarmInfo info(@PathVariable UUID alarmId, @AuthenticationPrincipal SecurityUser caller) {
        return get(alarmId, caller);
    }

    @DeleteMapping("/api/alarm/{alarmId}")
    @Operation(operationId = "deleteAlarm", summary = "Delete an alarm with its comments")
    @Roles.TenantOrCustomer
    boolean delete(@PathVariable UUID alarmId, @AuthenticationPrincipal SecurityUser caller) {
        alarms.delete(caller, require(caller, alarmId));
        return true;
    }

    @PostMapping("/api/alarm/{alarmId}/ack")
    @Operation(operationId = "ackAlarm", summary = "Acknowledge an alarm")
    @Roles.TenantOrCustomer
    AlarmInfo acknowledge(
            @PathVariable UUID alarmId, @AuthenticationPrincipal SecurityUser caller) {
        return alarms.acknowledge(caller, require(caller, alarmId));
    }

    @PostMapping("/api/alarm/{alarmId}/clear")
    @Operation(operationId = "clearAlarm", summary = "Clear an alarm")
    @Roles.TenantOrCustomer
    AlarmInfo clear(@PathVariable UUID alarmId, @AuthenticationPrincipal SecurityUser caller) {
        return alarms.clear(caller, require(caller, alarmId));
    }

    @PostMapping("/api/alarm/{alarmId}/assign/{assigneeId}")
    @Operation(
            operationId = "assignAlarm",
            summary = "Assign an alarm to a user, who must be allowed to see it")
    @Roles.TenantOrCustomer
    AlarmInfo assign(
            @PathVariable UUID alarmId,
            @PathVariable UUID assigneeId,
            @AuthenticationPrincipal SecurityUser caller) {
        return alarms.assign(caller, require(caller, alarmId), new UserId(assigneeId));
    }

    @DeleteMapping("/api/alarm/{alarmId}/assign")
    @Operation(operationId = "unassignAlarm", summary = "Unassign an alarm")
    @Roles.TenantOrCustomer
    AlarmInfo unassign(@PathVariable UUID alarmId, @AuthenticationPrincipal SecurityUser caller) {
        return alarms.unassign(caller, require(caller, alarmId));
    }

    private Alarm require(SecurityUser caller, UUID id) {
        return access.require(caller, lookup, id).alarm();
    }
}
