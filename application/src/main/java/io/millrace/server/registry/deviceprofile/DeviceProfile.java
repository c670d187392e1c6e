// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.entity.EntityRow;
import io.millrace.server.registry.profile.EntityProfile;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A device profile, as REST shows it. Components that are always null exist for clients of ThingsBoard: image,
 * dashboard, firmware, software, edge rule chain and external id.
 *
 * @param createdTime milliseconds since the epoch
 * @param name unique in the tenant; the {@code type} of its devices
 * @param isDefault whether a device that names no profile gets this one
 * @param type always {@code DEFAULT}
 * @param transportType {@code DEFAULT} or {@code MQTT}
 * @param provisionType {@code DISABLED}, {@code ALLOW_CREATE_NEW_DEVICES} or {@code CHECK_PRE_PROVISIONED_DEVICES}
 * @param defaultRuleChainId chain for the messages of its devices; null: the tenant's root chain
 * @param defaultQueueName queue for the messages of its devices; null: {@code Main}
 * @param profileData transport, provisioning and alarm rules, which Millrace reads; configuration, passed through
 * @param provisionDeviceKey names the profile in provisioning requests, unique in the installation; null if its devices
 *     are not provisioned
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
        implements EntityProfile {

    /** The columns that only device profiles have. */
    static final String DATA = "profile_data";

    static final String TRANSPORT_TYPE = "transport_type";
    static final String PROVISION_TYPE = "provision_type";
    static final String PROVISION_KEY = "provision_device_key";

    static DeviceProfile read(EntityRow row) throws SQLException {
        return new DeviceProfile(
                new DeviceProfileId(row.id()),
                row.createdTime(),
                row.tenant(),
                row.text("name"),
                row.optionalText("description"),
                null,
                row.flag("is_default"),
                "DEFAULT",
                row.text(TRANSPORT_TYPE),
                row.text(PROVISION_TYPE),
                row.ruleChain("default_rule_chain_id"),
                null,
                row.optionalText("default_queue_name"),
                Objects.requireNonNullElseGet(row.json(DATA), DeviceProfile::defaultData),
                row.optionalText(PROVISION_KEY),
                null,
                null,
                null,
                null,
                row.version());
    }

    /** The data of a profile of which only the name is known. */
    static ObjectNode defaultData() {
        ObjectNode data = JsonNodeFactory.instance.objectNode();
        data.putObject("configuration").put("type", "DEFAULT");
        data.putObject("transportConfiguration").put("type", "DEFAULT");
        data.putObject("provisionConfiguration").put("type", "DISABLED");
        data.putNull("alarms");
        return data;
    }

    /** The JSON of its alarm rules; missing or null if it has none. */
    @JsonIgnore
    public JsonNode alarmRules() {
        return profileData.path("alarms");
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    /** The same without the secret of provisioning requests. */
    DeviceProfile withoutSecret() {
        if (profileData.at(Provisioning.SECRET_PATH).isMissingNode()) {
            return this;
        }
        ObjectNode data = (ObjectNode) profileData.deepCopy();
        ((ObjectNode) data.path(Provisioning.CONFIGURATION)).remove(Provisioning.SECRET);
        return with(data, provisionDeviceKey);
    }

    /** The same without what a provisioning request needs. */
    DeviceProfile withoutProvisioning() {
        DeviceProfile open = withoutSecret();
        return open.with(open.profileData, null);
    }

    private DeviceProfile with(JsonNode data, @Nullable String key) {
        return new DeviceProfile(
                id,
                createdTime,
                tenantId,
                name,
                description,
                image,
                isDefault,
                type,
                transportType,
                provisionType,
                defaultRuleChainId,
                defaultDashboardId,
                defaultQueueName,
                data,
                key,
                firmwareId,
                softwareId,
                defaultEdgeRuleChainId,
                externalId,
                version);
    }

    @Override
    public Object inMessages() {
        return withoutSecret();
    }

    /** Without the secret: this may end up in a log. */
    @Override
    public String toString() {
        return "DeviceProfile[id=%s, name=%s]".formatted(id, name);
    }
}
