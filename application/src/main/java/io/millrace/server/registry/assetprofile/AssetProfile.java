// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.entity.EntityRow;
import io.millrace.server.registry.profile.EntityProfile;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * An asset profile, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param name unique in the tenant; the {@code type} of its assets
 * @param image always null: Millrace keeps no images
 * @param isDefault whether an asset that names no profile gets this one
 * @param defaultRuleChainId chain for the messages of its assets; null: the tenant's root chain
 * @param defaultDashboardId always null: Millrace has no dashboards
 * @param defaultQueueName queue for the messages of its assets; null: {@code Main}
 * @param defaultEdgeRuleChainId always null: Millrace has no edges
 * @param externalId always null: Millrace imports no entity under another id
 * @param version counts the changes, from 1
 */
public record AssetProfile(
        AssetProfileId id,
        long createdTime,
        TenantId tenantId,
        String name,
        @Nullable String description,
        @Nullable String image,
        @JsonProperty("default") boolean isDefault,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable EntityId defaultDashboardId,
        @Nullable String defaultQueueName,
        @Nullable RuleChainId defaultEdgeRuleChainId,
        @Nullable AssetProfileId externalId,
        long version)
        implements EntityProfile {

    static AssetProfile read(EntityRow row) throws SQLException {
        return new AssetProfile(
                new AssetProfileId(row.id()),
                row.createdTime(),
                row.tenant(),
                row.text("name"),
                row.optionalText("description"),
                null,
                row.flag("is_default"),
                row.ruleChain("default_rule_chain_id"),
                null,
                row.optionalText("default_queue_name"),
                null,
                null,
                row.version());
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }
}
