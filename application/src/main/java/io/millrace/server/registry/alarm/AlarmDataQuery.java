// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A query of a page of alarms, in ThingsBoard's form. Its properties about values of entities ({@code entityFields},
 * {@code latestValues}) are ignored.
 *
 * @param entityFilter the entities whose alarms are meant; null: all alarms that the user may see
 * @param keyFilters must be empty
 */
public record AlarmDataQuery(
        @Nullable EntityFilter entityFilter,
        @Required @Nullable AlarmDataPageLink pageLink,
        @Nullable List<JsonNode> keyFilters) {

    /**
     * Returns the selected alarms.
     *
     * @param now milliseconds since the epoch
     * @throws ApiException (400) if a property is not valid or not supported
     */
    public AlarmSelection selection(long now) {
        return AlarmConditions.selection(
                requiredLink().conditions(), entityFilter, keyFilters, now);
    }

    /** @throws ApiException (400) if a property is missing or out of its range */
    public PageLink page() {
        return requiredLink().link();
    }

    private AlarmDataPageLink requiredLink() {
        if (pageLink == null) {
            throw ApiException.badRequest("pageLink: is required");
        }
        return pageLink;
    }
}
