// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entityview;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.EntityViewId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.EntityViews.Window;
import io.millrace.server.registry.assignable.AssignableEntity;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.entity.EntityRow;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An entity view, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param source the device or asset whose data it shows
 * @param customerId the customer that it is assigned to; the null UUID for none
 * @param name unique in the tenant
 * @param startTimeMs milliseconds since the epoch: it shows data after this time; 0 for no start
 * @param endTimeMs milliseconds since the epoch: it shows data before this time; 0 for no end
 * @param externalId always null: Millrace imports no entity under another id
 * @param version counts the changes, from 1
 * @param additionalInfo JSON that its administrators keep with it
 */
public record EntityView(
        EntityViewId id,
        long createdTime,
        TenantId tenantId,
        @JsonProperty("entityId") EntityId source,
        CustomerId customerId,
        String name,
        String type,
        EntityViewKeys keys,
        long startTimeMs,
        long endTimeMs,
        @Nullable EntityViewId externalId,
        long version,
        @Nullable JsonNode additionalInfo)
        implements AssignableEntity {

    /** The columns that only views have. */
    static final List<Column> COLUMNS =
            List.of(
                    Column.value("device_id"),
                    Column.value("asset_id"),
                    Column.json("keys"),
                    Column.value("start_ts"),
                    Column.value("end_ts"));

    static EntityView read(EntityRow row) throws SQLException {
        return new EntityView(
                new EntityViewId(row.id()),
                row.createdTime(),
                row.tenant(),
                sourceOf(row),
                row.customer(),
                row.text("name"),
                row.text("type"),
                EntityViewKeys.read(Objects.requireNonNull(row.json("keys"))),
                row.columns().getLong("start_ts"),
                row.columns().getLong("end_ts"),
                null,
                row.version(),
                row.json("additional_info"));
    }

    private static EntityId sourceOf(EntityRow row) throws SQLException {
        UUID device = row.columns().getObject("device_id", UUID.class);
        return device == null
                ? new EntityId(EntityType.ASSET, row.uuid("asset_id"))
                : new EntityId(EntityType.DEVICE, device);
    }

    /** The time whose data it shows. */
    public Window window() {
        return new Window(startTimeMs, endTimeMs);
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    @Override
    public TypeChoice currentType() {
        return new TypeChoice.Named(type);
    }
}
