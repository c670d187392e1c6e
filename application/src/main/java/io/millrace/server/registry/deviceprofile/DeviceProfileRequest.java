// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.rule.alarmrule.AlarmRuleFaultException;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.server.registry.entity.RetentionDays;
import io.millrace.server.registry.profile.ProfileContent;
import io.millrace.server.registry.profile.ProfileRequest;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.Required;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request to add ({@code id} null) or to change a profile. Other properties of ThingsBoard's shape are ignored.
 *
 * @param transportType null: that of {@code profileData.transportConfiguration}
 * @param provisionType null: that of {@code profileData.provisionConfiguration}
 * @param provisionDeviceKey null or empty: generated if the devices of the profile are provisioned
 * @param version if given, the change is refused unless the stored version is the same
 */
record DeviceProfileRequest(
        @Nullable DeviceProfileId id,
        @Required @Nullable String name,
        @Nullable String description,
        @Nullable String transportType,
        @Nullable String provisionType,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable String defaultQueueName,
        @Nullable JsonNode profileData,
        @Nullable String provisionDeviceKey,
        @Nullable Long version)
        implements ProfileRequest {

    @Override
    public @Nullable UUID profile() {
        return id == null ? null : id.id();
    }

    /**
     * The same with the key and secret of the stored profile where the request has none, so that a change of other
     * values does not exclude the devices that know them.
     */
    DeviceProfileRequest completedBy(DeviceProfile stored) {
        Provisioning.Kept kept = Provisioning.kept(stored);
        if (kept == null || !(hasNoData() || profileData instanceof ObjectNode)) {
            return this;
        }
        ObjectNode data = profileData instanceof ObjectNode given ? given.deepCopy() : emptyData();
        if (!Provisioning.isEnabled(provisionType, data)) {
            return this;
        }
        Provisioning.completeSecret(data, kept);
        boolean hasKey = provisionDeviceKey != null && !provisionDeviceKey.isEmpty();
        return new DeviceProfileRequest(
                id,
                name,
                description,
                transportType,
                provisionType,
                defaultRuleChainId,
                defaultQueueName,
                data,
                hasKey ? provisionDeviceKey : kept.key(),
                version);
    }

    @Override
    public ProfileContent content() {
        ObjectNode data = data();
        String transport = TransportConfiguration.checked(transportType, data);
        Provisioning provisioning = Provisioning.checked(provisionType, provisionDeviceKey, data);
        Map<String, Object> own = new HashMap<>();
        own.put(DeviceProfile.DATA, data);
        own.put(DeviceProfile.TRANSPORT_TYPE, transport);
        own.put(DeviceProfile.PROVISION_TYPE, provisioning.type());
        if (provisioning.key() != null) {
            own.put(DeviceProfile.PROVISION_KEY, provisioning.key());
        }
        return ProfileContent.checked(name, description, defaultRuleChainId, defaultQueueName, own);
    }

    /** A copy of the data, which the checks of its parts complete. */
    private ObjectNode data() {
        if (profileData == null || hasNoData()) {
            return emptyData();
        }
        if (!profileData.isObject()) {
            throw ApiException.badRequest(
                    "profileData: must be a JSON object, not " + profileData.getNodeType());
        }
        requireStorageDays(profileData.path("configuration").path(RetentionDays.STORAGE_KEY));
        DocumentRules.limited("profileData", profileData);
        requireAlarmRules(profileData.path("alarms"));
        return (ObjectNode) profileData.deepCopy();
    }

    private boolean hasNoData() {
        return profileData == null || profileData.isNull();
    }

    /** The data of a request without any; the properties beside it decide on transport and provisioning. */
    private static ObjectNode emptyData() {
        ObjectNode data = DeviceProfile.defaultData();
        data.remove(List.of(TransportConfiguration.CONFIGURATION, Provisioning.CONFIGURATION));
        return data;
    }

    private static void requireAlarmRules(JsonNode alarms) {
        try {
            AlarmRules.parse(alarms);
        } catch (AlarmRuleFaultException e) {
            throw ApiException.badRequest(String.valueOf(e.getMessage()));
        }
    }

    private static void requireStorageDays(JsonNode days) {
        if (!days.isMissingNode() && !days.isNull() && !RetentionDays.isValid(days)) {
            throw ApiException.badRequest(
                    "profileData.configuration.%s: expected %s, got %s"
                            .formatted(RetentionDays.STORAGE_KEY, RetentionDays.EXPECTED, days));
        }
    }

    /** Without the secret: this may end up in a log. */
    @Override
    public String toString() {
        return "DeviceProfileRequest[id=%s, name=%s]".formatted(id, name);
    }
}
