// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.node.NodeTester;

/** Alarms of which only some properties matter. */
public final class AlarmFixture {

    private AlarmFixture() {}

    /** An alarm of the tenant of {@link NodeTester}. */
    public static Alarm alarm(AlarmId id, EntityId originator, AlarmStatus status) {
        return alarm(NodeTester.TENANT, id, originator, status);
    }

    /** An alarm of a tenant. */
    public static Alarm alarm(
            TenantId tenant, AlarmId id, EntityId originator, AlarmStatus status) {
        return new Alarm(
                id,
                0,
                tenant,
                null,
                originator,
                "Type " + id,
                AlarmSeverity.MAJOR,
                status,
                0,
                0,
                0,
                0,
                0,
                null,
                "{}",
                AlarmPropagation.NONE);
    }

    /** The alarm with another status. */
    public static Alarm withStatus(Alarm alarm, AlarmStatus status) {
        return new Alarm(
                alarm.id(),
                alarm.createdTime(),
                alarm.tenant(),
                alarm.customer(),
                alarm.originator(),
                alarm.type(),
                alarm.severity(),
                status,
                alarm.startTs(),
                alarm.endTs(),
                alarm.ackTs(),
                alarm.clearTs(),
                alarm.assignTs(),
                alarm.assignee(),
                alarm.details(),
                alarm.propagation());
    }
}
