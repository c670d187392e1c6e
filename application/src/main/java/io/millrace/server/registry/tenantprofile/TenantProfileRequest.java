// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantProfileId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.DocumentRules;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.api.Required;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A request to add ({@code id} null) or to change a profile. Other properties of ThingsBoard's shape are ignored,
 * including {@code default}.
 *
 * @param isolatedTbRuleEngine null: false
 * @param version if given, the change is refused unless the stored version is the same
 */
record TenantProfileRequest(
        @Nullable TenantProfileId id,
        @Required @Nullable String name,
        @Nullable String description,
        @Nullable Boolean isolatedTbRuleEngine,
        @Nullable JsonNode profileData,
        @Nullable Long version) {

    /**
     * The checked content.
     *
     * @throws ApiException (400) if a value is not valid
     */
    TenantProfileContent content() {
        boolean isolated = Boolean.TRUE.equals(isolatedTbRuleEngine);
        String checkedName = NameRules.requireName("name", name);
        DocumentRules.limited("profileData", profileData);
        JsonNode data = ProfileData.checked(profileData);
        return new TenantProfileContent(
                checkedName,
                DocumentRules.limitedText("description", description),
                isolated,
                data,
                isolated ? ProfileData.queuesOf(data) : ProfileQueues.NONE);
    }
}
