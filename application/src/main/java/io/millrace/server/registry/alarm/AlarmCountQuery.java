// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A query of the number of alarms, in ThingsBoard's form.
 *
 * @param entityFilter the entities whose alarms are meant; null: all alarms that the user may see
 * @param keyFilters must be empty
 */
public record AlarmCountQuery(
        @Nullable EntityFilter entityFilter,
        @Nullable List<JsonNode> keyFilters,
        @JsonUnwrapped @Nullable AlarmConditions conditions) {

    /**
     * Returns the selected alarms.
     *
     * @param now milliseconds since the epoch
     * @throws ApiException (400) if a property is not valid or not supported
     */
    public AlarmSelection selection(long now) {
        return AlarmConditions.selection(conditions, entityFilter, keyFilters, now);
    }
}
