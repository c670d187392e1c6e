// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A profile to be made ({@code id} null) or changed. What stands in ThingsBoard's shape besides is ignored.
 *
 * @param version where it is given, the change is refused unless the stored version is the same
 */
record DeviceProfileRequest(
        @Nullable DeviceProfileId id,
        @Nullable String name,
        @Nullable String description,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable String defaultQueueName,
        @Nullable JsonNode profileData,
        @Nullable Long version) {

    /**
     * The checked content.
     *
     * @throws ApiException (400) where something cannot be as it is
     */
    DeviceProfileContent content() {
        return new DeviceProfileContent(
                NameRules.requireName("name", name),
                description,
                defaultRuleChainId,
                queue(),
                data());
    }

    /** An empty name is none, as ThingsBoard has it. */
    private @Nullable String queue() {
        String name = NameRules.optionalText("defaultQueueName", defaultQueueName);
        return name == null || name.isEmpty() ? null : name;
    }

    private JsonNode data() {
        if (profileData == null || profileData.isNull()) {
            return DeviceProfileContent.defaultData();
        }
        if (!profileData.isObject()) {
            throw ApiException.badRequest(
                    "profileData: expected a JSON object, but got " + profileData.getNodeType());
        }
        return profileData;
    }
}
