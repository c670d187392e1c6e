// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarm.AlarmStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An alarm, as REST shows it. Times are milliseconds since the epoch; 0: never.
 *
 * @param customerId the customer of the originator when the alarm was created, or null
 * @param name the type
 * @param assigneeId the assigned user; null for none, and if the account was deleted
 * @param startTs when the cause occurred first
 * @param endTs when it occurred last
 * @param propagate whether it is shown at entities from which relations lead to the originator
 * @param propagateToOwner whether it is shown at the originator's customer, or at the tenant if it has none
 * @param propagateToTenant whether it is shown at the tenant
 * @param propagateRelationTypes the types of the relations; empty for all
 * @param originatorName {@code Deleted} if the originator no longer exists
 * @param originatorLabel the name if the originator has no label
 */
record AlarmInfo(
        AlarmId id,
        long createdTime,
        TenantId tenantId,
        @Nullable CustomerId customerId,
        String type,
        String name,
        EntityId originator,
        AlarmSeverity severity,
        boolean acknowledged,
        boolean cleared,
        AlarmStatus status,
        @Nullable UserId assigneeId,
        long startTs,
        long endTs,
        long ackTs,
        long clearTs,
        long assignTs,
        JsonNode details,
        boolean propagate,
        boolean propagateToOwner,
        boolean propagateToTenant,
        List<String> propagateRelationTypes,
        String originatorName,
        String originatorLabel,
        @Nullable AlarmAssignee assignee) {

    static AlarmInfo of(
            Alarm alarm, String originatorName, String label, @Nullable AlarmAssignee assignee) {
        return new AlarmInfo(
                alarm.id(),
                alarm.createdTime(),
                alarm.tenant(),
                alarm.customer(),
                alarm.type(),
                alarm.type(),
                alarm.originator(),
                alarm.severity(),
                alarm.status().isAcknowledged(),
                alarm.status().isCleared(),
                alarm.status(),
                assignee == null ? null : assignee.id(),
                alarm.startTs(),
                alarm.endTs(),
                alarm.ackTs(),
                alarm.clearTs(),
                alarm.assignTs(),
                JsonMapper.shared().readTree(alarm.details()),
                alarm.propagation().related(),
                alarm.propagation().owner(),
                alarm.propagation().tenant(),
                alarm.propagation().relationTypes(),
                originatorName,
                label,
                assignee);
    }
}
