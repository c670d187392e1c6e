// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.server.registry.entity.StorageDays;
import io.millrace.server.registry.profile.ProfileContent;
import io.millrace.server.registry.profile.ProfileRequest;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.Required;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add ({@code id} null) or to change a profile. Other properties of ThingsBoard's shape are ignored.
 *
 * @param version if given, the change is refused unless the stored version is the same
 */
record DeviceProfileRequest(
        @Nullable DeviceProfileId id,
        @Required @Nullable String name,
        @Nullable String description,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable String defaultQueueName,
        @Nullable JsonNode profileData,
        @Nullable Long version)
        implements ProfileRequest {

    @Override
    public @Nullable UUID profile() {
        return id == null ? null : id.id();
    }

    @Override
    public ProfileContent content() {
        return ProfileContent.checked(
                name,
                description,
                defaultRuleChainId,
                defaultQueueName,
                Map.of(DeviceProfile.DATA, data()));
    }

    private JsonNode data() {
        if (profileData == null || profileData.isNull()) {
            return DeviceProfile.defaultData();
        }
        if (!profileData.isObject()) {
            throw ApiException.badRequest(
                    "profileData: must be a JSON object, not " + profileData.getNodeType());
        }
        requireStorageDays(profileData.path("configuration").path(StorageDays.KEY));
        DocumentRules.limited("profileData", profileData);
        return profileData;
    }

    private static void requireStorageDays(JsonNode days) {
        if (!days.isMissingNode() && !days.isNull() && !StorageDays.isValid(days)) {
            throw ApiException.badRequest(
                    "profileData.configuration.%s: expected %s, but got %s"
                            .formatted(StorageDays.KEY, StorageDays.EXPECTED, days));
        }
    }
}
