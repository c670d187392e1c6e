// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.EntityId;
import io.millrace.rule.alarm.AlarmSeverity;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects alarms for a user; null and empty lists do not restrict.
 *
 * @param shownAt only alarms that are shown at this entity
 * @param statuses parts of the status; opposite parts do not restrict
 * @param assignee only alarms that are assigned to this user
 * @param startTime only alarms that were created at this time or later, in milliseconds since the epoch
 * @param endTime only alarms that were created at this time or before
 */
public record AlarmSelection(
        @Nullable EntityId shownAt,
        List<AlarmSearchStatus> statuses,
        List<AlarmSeverity> severities,
        List<String> types,
        @Nullable UUID assignee,
        @Nullable Long startTime,
        @Nullable Long endTime) {

    public AlarmSelection {
        statuses = List.copyOf(statuses);
        severities = List.copyOf(severities);
        types = List.copyOf(types);
    }
}
