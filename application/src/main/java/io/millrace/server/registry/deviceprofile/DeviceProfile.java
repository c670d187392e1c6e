// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.entity.TenantEntity;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A device profile, as REST shows it. Components of the kind {@code String} or {@code EntityId} that are always null
 * stand for what ThingsBoard's clients expect to find and Millrace does not have.
 *
 * @param createdTime milliseconds since the epoch
 * @param name unique in the tenant; the {@code type} of its devices
 * @param isDefault whether a device that names no profile gets this one
 * @param type always {@code DEFAULT}
 * @param transportType always {@code DEFAULT}
 * @param provisionType always {@code DISABLED}
 * @param defaultRuleChainId chain for the messages of its devices; null: the tenant's root chain
 * @param defaultQueueName queue for the messages of its devices; null: {@code Main}
 * @param profileData configuration and alarm rules, passed through
 * @param version counts the changes, from 1
 */
public record DeviceProfile(
        DeviceProfileId id,
        long createdTime,
        TenantId tenantId,
        String name,
        @Nullable String description,
        @Nullable String image,
        @JsonProperty("default") boolean isDefault,
        String type,
        String transportType,
        String provisionType,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable EntityId defaultDashboardId,
        @Nullable String defaultQueueName,
        JsonNode profileData,
        @Nullable String provisionDeviceKey,
        @Nullable EntityId firmwareId,
        @Nullable EntityId softwareId,
        @Nullable RuleChainId defaultEdgeRuleChainId,
        @Nullable DeviceProfileId externalId,
        long version)
        implements TenantEntity {

    static DeviceProfile of(
            DeviceProfileId id,
            long createdTime,
            TenantId tenant,
            DeviceProfileContent content,
            DeviceProfileState state) {
        return new DeviceProfile(
                id,
                createdTime,
                tenant,
                content.name(),
                content.description(),
                null,
                state.isDefault(),
                "DEFAULT",
                "DEFAULT",
                "DISABLED",
                content.defaultRuleChainId(),
                null,
                content.defaultQueueName(),
                content.profileData(),
                null,
                null,
                null,
                null,
                null,
                state.version());
    }

    /** Whether the profile has alarm rules. */
    @JsonIgnore
    public boolean hasAlarmRules() {
        return !profileData.path("alarms").isEmpty();
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    /** Always: whoever sees a device may see what kind it is. */
    @Override
    public boolean visibleTo(CustomerId customer) {
        return true;
    }
}
