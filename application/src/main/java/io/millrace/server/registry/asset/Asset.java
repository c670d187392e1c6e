// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.AssignableEntity;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.registry.entity.EntityRow;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An asset, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param customerId the customer that it is assigned to; the null UUID for none
 * @param name unique in the tenant
 * @param type the name of its profile
 * @param externalId always null: Millrace imports no entity under another id
 * @param version counts the changes, from 1
 * @param additionalInfo JSON that its administrators keep with it
 */
public record Asset(
        AssetId id,
        long createdTime,
        TenantId tenantId,
        CustomerId customerId,
        String name,
        String type,
        @Nullable String label,
        AssetProfileId assetProfileId,
        @Nullable AssetId externalId,
        long version,
        @Nullable JsonNode additionalInfo)
        implements AssignableEntity {

    static Asset read(EntityRow row) throws SQLException {
        return new Asset(
                new AssetId(row.id()),
                row.createdTime(),
                row.tenant(),
                row.customer(),
                row.text("name"),
                row.text("profile_name"),
                row.optionalText("label"),
                new AssetProfileId(row.uuid("asset_profile_id")),
                null,
                row.version(),
                row.json("additional_info"));
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    @Override
    public TypeChoice currentType() {
        return new TypeChoice.OfProfile(assetProfileId.id());
    }
}
