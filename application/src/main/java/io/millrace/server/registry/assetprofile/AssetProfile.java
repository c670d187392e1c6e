// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.entity.TenantEntity;
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
 * @param externalId always null: nothing is imported under another id
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
        implements TenantEntity {

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    /** Always: whoever sees an asset may see what kind it is. */
    @Override
    public boolean visibleTo(CustomerId customer) {
        return true;
    }
}
