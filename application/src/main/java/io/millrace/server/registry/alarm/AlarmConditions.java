// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Conditions of a query of alarms, in ThingsBoard's form; null and empty lists do not restrict. Times are milliseconds since
 * the epoch; 0 counts as null.
 *
 * @param startTs the earliest time of creation
 * @param endTs the latest time of creation
 * @param timeWindow without {@code startTs}: the time before now, in milliseconds
 * @param searchPropagatedAlarms whether alarms count that were propagated to the entities from others
 */
record AlarmConditions(
        @Nullable Long startTs,
        @Nullable Long endTs,
        @Nullable Long timeWindow,
        @Nullable List<String> typeList,
        @Nullable List<AlarmSearchStatus> statusList,
        @Nullable List<AlarmSeverity> severityList,
        @Nullable Boolean searchPropagatedAlarms,
        @Nullable UserId assigneeId) {

    private static final AlarmConditions NONE =
            new AlarmConditions(null, null, null, null, null, null, null, null);

    private static final int MAX_VALUES = 100;

    /**
     * Returns the selection of a query.
     *
     * @param conditions null: none
     * @param filter null: all alarms that the user may see
     * @param now milliseconds since the epoch
     * @throws ApiException (400) if a property is not valid or not supported
     */
    static AlarmSelection selection(
            @Nullable AlarmConditions conditions,
            @Nullable EntityFilter filter,
            @Nullable List<JsonNode> keyFilters,
            long now) {
        if (keyFilters != null && !keyFilters.isEmpty()) {
            throw ApiException.badRequest(
                    "keyFilters: expected none, because filters by values of entities are not supported, got "
                            + keyFilters.size());
        }
        AlarmEntities entities = filter == null ? new AlarmEntities.All() : filter.entities();
        return (conditions == null ? NONE : conditions).selection(entities, now);
    }

    private AlarmSelection selection(AlarmEntities entities, long now) {
        return new AlarmSelection(
                entities,
                Boolean.TRUE.equals(searchPropagatedAlarms),
                bounded("statusList", statusList),
                bounded("severityList", severityList),
                bounded("typeList", typeList),
                assigneeId == null ? null : assigneeId.id(),
                start(now),
                given(endTs));
    }

    private static <T> List<T> bounded(String name, @Nullable List<T> values) {
        if (values == null) {
            return List.of();
        }
        if (values.size() > MAX_VALUES) {
            throw ApiException.badRequest(
                    "%s: expected at most %d values, got %d"
                            .formatted(name, MAX_VALUES, values.size()));
        }
        return values;
    }

    private @Nullable Long start(long now) {
        Long start = given(startTs);
        Long window = given(timeWindow);
        return start != null || window == null ? start : Long.valueOf(now - window);
    }

    private static @Nullable Long given(@Nullable Long time) {
        return time == null || time == 0 ? null : time;
    }
}
