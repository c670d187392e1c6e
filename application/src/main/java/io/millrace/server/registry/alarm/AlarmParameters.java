// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.server.web.api.QueryParameters;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters of lists of alarms; null does not restrict the list.
 *
 * @param searchStatus a part of the status; not together with {@code status}
 * @param status the status
 * @param assigneeId the user that the alarms are assigned to
 * @param startTime the earliest time of creation, in milliseconds since the epoch
 * @param endTime the latest time of creation, in milliseconds since the epoch
 */
record AlarmParameters(
        @Nullable AlarmSearchStatus searchStatus,
        @Nullable AlarmStatus status,
        @Nullable UUID assigneeId,
        @Nullable Long startTime,
        @Nullable Long endTime)
        implements QueryParameters {

    /** @param shownAt null: all alarms that the caller may see */
    AlarmFilter filter(SecurityUser caller, @Nullable EntityId shownAt) {
        return new AlarmFilter(
                caller.tenantId(),
                AlarmFilter.customerOf(caller),
                AlarmEntities.of(shownAt),
                true,
                StatusFilter.of(searchStatus, status),
                List.of(),
                List.of(),
                assigneeId,
                startTime,
                endTime);
    }
}
