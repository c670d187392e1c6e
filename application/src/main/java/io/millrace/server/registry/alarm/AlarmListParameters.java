// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.server.web.api.QueryParameters;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Query parameters of lists of alarms that allow several values each; null does not restrict the list.
 *
 * @param statusList parts of the status; opposite parts do not restrict the list
 * @param severityList severities
 * @param typeList types
 * @param assigneeId the user that the alarms are assigned to
 * @param startTime the earliest time of creation, in milliseconds since the epoch
 * @param endTime the latest time of creation, in milliseconds since the epoch
 */
record AlarmListParameters(
        @Nullable List<AlarmSearchStatus> statusList,
        @Nullable List<AlarmSeverity> severityList,
        @Nullable List<String> typeList,
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
                StatusFilter.of(statusList),
                Objects.requireNonNullElse(severityList, List.of()),
                Objects.requireNonNullElse(typeList, List.of()),
                assigneeId,
                startTime,
                endTime);
    }
}
