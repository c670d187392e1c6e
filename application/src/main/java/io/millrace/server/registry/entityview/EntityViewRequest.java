// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.EntityViewId;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableRequest;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add ({@code id} null) or to change an entity view. Other properties of ThingsBoard's shape are ignored.
 *
 * @param type null or blank: unchanged; a new view must have one
 * @param keys null: none
 * @param startTimeMs null: 0, no start
 * @param endTimeMs null: 0, no end
 * @param customerId null: unchanged
 * @param version if given, the change is refused unless the stored version is the same
 */
record EntityViewRequest(
        @Nullable EntityViewId id,
        @Required @Nullable String name,
        @Required @Nullable String type,
        @Required @Nullable EntityId entityId,
        @Nullable EntityViewKeys keys,
        @Nullable Long startTimeMs,
        @Nullable Long endTimeMs,
        @Nullable CustomerId customerId,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version)
        implements AssignableRequest {

    @Override
    public @Nullable UUID entity() {
        return id == null ? null : id.id();
    }

    /**
     * The device or asset whose data the view shows.
     *
     * @throws ApiException (400) if there is none, or an entity of another type
     */
    private EntityId source() {
        if (entityId == null) {
            throw ApiException.badRequest("entityId: expected a device or an asset; it is missing");
        }
        if (entityId.type() != EntityType.DEVICE && entityId.type() != EntityType.ASSET) {
            throw ApiException.badRequest(
                    "entityId: expected a device or an asset, got the type " + entityId.type());
        }
        return entityId;
    }

    @Override
    public AssignableContent content(CustomerId customer) {
        if (id == null) {
            NameRules.requireName("type", type);
        }
        EntityId source = source();
        long start = timeOf("startTimeMs", startTimeMs);
        long end = timeOf("endTimeMs", endTimeMs);
        if (end != 0 && end < start) {
            throw ApiException.badRequest(
                    "endTimeMs: expected 0 or at least startTimeMs (%d), got %d"
                            .formatted(start, end));
        }
        return new AssignableContent(
                NameRules.requireName("name", name),
                customer,
                DocumentRules.limited("additionalInfo", additionalInfo),
                Map.of(
                        source.type() == EntityType.DEVICE ? "device_id" : "asset_id",
                        source.id(),
                        "keys",
                        (keys == null ? new EntityViewKeys(null, null) : keys).checked().json(),
                        "start_ts",
                        start,
                        "end_ts",
                        end));
    }

    private static long timeOf(String field, @Nullable Long time) {
        if (time != null && time < 0) {
            throw ApiException.badRequest(
                    "%s: expected milliseconds since the epoch, 0 or more, got %d"
                            .formatted(field, time));
        }
        return time == null ? 0 : time;
    }
}
