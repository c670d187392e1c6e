// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.rule.alarm.AlarmSeverity;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Selects alarms for a user; null and empty lists do not restrict.
 *
 * @param entities only alarms of these entities
 * @param propagated whether alarms count that were propagated to these entities from others
 * @param statuses parts of the status; opposite parts do not restrict
 * @param assignee only alarms that are assigned to this user
 * @param startTime only alarms that were created at this time or later, in milliseconds since the epoch
 * @param endTime only alarms that were created at this time or before
 */
public record AlarmSelection(
        AlarmEntities entities,
        boolean propagated,
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
