// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.server.platform.page.InvalidPageLinkException;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import org.jspecify.annotations.Nullable;

/**
 * The page that a query of alarms asks for, with the conditions of the alarms in it, in ThingsBoard's form.
 *
 * @param page number of the page, from 0, which is the default
 * @param sortOrder null: the latest alarm first
 */
record AlarmDataPageLink(
        @Required @Nullable Integer pageSize,
        @Nullable Integer page,
        @Nullable String textSearch,
        @Nullable SortOrder sortOrder,
        @JsonUnwrapped @Nullable AlarmConditions conditions) {

    private static final String FIELD_OF_ALARM = "ALARM_FIELD";

    /** @param direction {@code ASC}, which is the default, or {@code DESC} */
    record SortOrder(@Nullable SortKey key, @Nullable String direction) {}

    /**
     * @param type {@code ALARM_FIELD}, which is the default
     * @param key a property of alarms
     */
    record SortKey(@Nullable String type, @Nullable String key) {}

    /** @throws ApiException (400) if a property is missing or out of its range */
    PageLink link() {
        if (pageSize == null) {
            throw ApiException.badRequest("pageLink.pageSize: is required");
        }
        try {
            return new PageLink(
                    pageSize,
                    page == null ? 0 : page,
                    textSearch,
                    sortProperty(),
                    sortOrder == null ? null : sortOrder.direction());
        } catch (InvalidPageLinkException invalid) {
            throw ApiException.badRequest("pageLink." + invalid.getMessage());
        }
    }

    private @Nullable String sortProperty() {
        if (sortOrder == null || sortOrder.key() == null) {
            return null;
        }
        String type = sortOrder.key().type();
        if (type != null && !type.equals(FIELD_OF_ALARM)) {
            throw ApiException.badRequest(
                    "pageLink.sortOrder.key.type: expected %s, got '%s'"
                            .formatted(FIELD_OF_ALARM, type));
        }
        return sortOrder.key().key();
    }
}
