// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.id.UserId;
import org.jspecify.annotations.Nullable;

/**
 * An alarm in one state of its life. All times are milliseconds since the epoch; 0: never. At most one alarm of a type
 * is active at an originator; a cleared alarm is never active again.
 *
 * @param customer the customer of the originator when the alarm was created, or null
 * @param startTs when the cause occurred first
 * @param endTs when it occurred last
 * @param assignee the user who takes care of it, or null
 * @param details a JSON value
 */
public record Alarm(
        AlarmId id,
        long createdTime,
        TenantId tenant,
        @Nullable CustomerId customer,
        EntityId originator,
        String type,
        AlarmSeverity severity,
        AlarmStatus status,
        long startTs,
        long endTs,
        long ackTs,
        long clearTs,
        long assignTs,
        @Nullable UserId assignee,
        String details,
        AlarmPropagation propagation) {

    /**
     * Returns the creation of an alarm.
     *
     * @param customer the customer of its originator, or null
     * @param now milliseconds since the epoch
     */
    public static AlarmChange created(
            TenantId tenant, @Nullable CustomerId customer, AlarmDraft draft, long now) {
        return new AlarmChange(
                new Alarm(
                        new AlarmId(TimeOrderedUuid.at(now)),
                        now,
                        tenant,
                        customer,
                        draft.originator(),
                        draft.type(),
                        draft.severity(),
                        AlarmStatus.ACTIVE_UNACK,
                        draft.startTs(),
                        draft.endTs(),
                        0,
                        0,
                        0,
                        null,
                        draft.details(),
                        draft.propagation()),
                null);
    }

    /** Returns the change of this active alarm to what a draft says. It keeps an earlier start. */
    public AlarmChange raised(AlarmDraft draft) {
        return new AlarmChange(
                new Alarm(
                        id,
                        createdTime,
                        tenant,
                        customer,
                        originator,
                        type,
                        draft.severity(),
                        status,
                        Math.min(startTs, draft.startTs()),
                        draft.endTs(),
                        ackTs,
                        clearTs,
                        assignTs,
                        assignee,
                        draft.details(),
                        draft.propagation()),
                this);
    }

    /**
     * Returns the change of this alarm by its end. A cleared alarm stays as it is.
     *
     * @param newDetails the details from now on, or null: they stay
     * @param now milliseconds since the epoch
     */
    public AlarmChange cleared(@Nullable String newDetails, long now) {
        if (status.isCleared()) {
            return new AlarmChange(this, this);
        }
        return new AlarmChange(
                new Alarm(
                        id,
                        createdTime,
                        tenant,
                        customer,
                        originator,
                        type,
                        severity,
                        AlarmStatus.of(true, status.isAcknowledged()),
                        startTs,
                        endTs,
                        ackTs,
                        now,
                        assignTs,
                        assignee,
                        newDetails == null ? details : newDetails,
                        propagation),
                this);
    }
}
