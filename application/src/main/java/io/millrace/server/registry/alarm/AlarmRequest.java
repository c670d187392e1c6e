// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmDraft;
import io.millrace.rule.alarm.AlarmPropagation;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to change an alarm: the one with the {@code id}, or else the active one of this type at this originator, which
 * is created if there is none. Other properties of ThingsBoard's shape are ignored.
 *
 * @param originator may be null if {@code id} is given; an alarm keeps it
 * @param type as above
 * @param customerId null, or the customer of the originator
 * @param acknowledged true: acknowledge the alarm, too
 * @param cleared true: clear the alarm, too
 * @param assigneeId the user that the alarm is assigned to from now on; null: unchanged
 * @param startTs null or 0: now; for a change by {@code id}, unchanged
 * @param endTs null or 0: {@code startTs}; for a change by {@code id}, unchanged
 * @param details null: an empty object
 */
record AlarmRequest(
        @Nullable AlarmId id,
        @Nullable EntityId originator,
        @Nullable String type,
        @Required @Nullable AlarmSeverity severity,
        @Nullable CustomerId customerId,
        @Nullable Boolean acknowledged,
        @Nullable Boolean cleared,
        @Nullable UserId assigneeId,
        @Nullable Long startTs,
        @Nullable Long endTs,
        @Nullable JsonNode details,
        @Nullable Boolean propagate,
        @Nullable Boolean propagateToOwner,
        @Nullable Boolean propagateToTenant,
        @Nullable List<String> propagateRelationTypes) {

    /** The most types of relations along which an alarm is propagated. */
    private static final int MOST_RELATION_TYPES = 100;

    /** @throws ApiException (400) if it is missing */
    EntityId requiredOriginator() {
        return required("originator", originator);
    }

    /**
     * The alarm that is to be active.
     *
     * @param now milliseconds since the epoch
     * @throws ApiException (400) if a property is missing or out of its range
     */
    AlarmDraft draft(long now) {
        long start = given(startTs, given(endTs, now));
        return draft(requiredOriginator(), required("type", type), start, given(endTs, start));
    }

    /**
     * What the alarm with the id is to be changed to.
     *
     * @throws ApiException (400) if a property is missing or out of its range, or must not change
     */
    AlarmDraft draft(Alarm stored) {
        requireSame("originator", originator, stored.originator());
        requireSame("type", type, stored.type());
        return draft(
                stored.originator(),
                stored.type(),
                given(startTs, stored.startTs()),
                given(endTs, stored.endTs()));
    }

    private AlarmDraft draft(EntityId from, String kind, long start, long end) {
        try {
            return new AlarmDraft(
                    from,
                    kind,
                    required("severity", severity),
                    start,
                    end,
                    details == null || details.isNull() ? "{}" : details.toString(),
                    propagation());
        } catch (IllegalArgumentException invalid) {
            throw ApiException.badRequest(String.valueOf(invalid.getMessage()));
        }
    }

    private AlarmPropagation propagation() {
        List<String> types = propagateRelationTypes == null ? List.of() : propagateRelationTypes;
        if (types.size() > MOST_RELATION_TYPES) {
            throw ApiException.badRequest(
                    "propagateRelationTypes: expected at most %d types, got %d"
                            .formatted(MOST_RELATION_TYPES, types.size()));
        }
        return new AlarmPropagation(
                isTrue(propagate), isTrue(propagateToOwner), isTrue(propagateToTenant), types);
    }

    boolean isAcknowledgement() {
        return isTrue(acknowledged);
    }

    boolean isClearing() {
        return isTrue(cleared);
    }

    private static boolean isTrue(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }

    private static long given(@Nullable Long time, long otherwise) {
        return time == null || time == 0 ? otherwise : time;
    }

    private static <T> T required(String field, @Nullable T value) {
        if (value == null) {
            throw ApiException.badRequest(field + ": is required");
        }
        return value;
    }

    private static void requireSame(String field, @Nullable Object wanted, Object stored) {
        if (wanted != null && !wanted.equals(stored)) {
            throw ApiException.badRequest(
                    "%s: an alarm keeps its %s, %s".formatted(field, field, stored));
        }
    }
}
