// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.millrace.message.id.TenantProfileId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tenant profile, as REST shows it.
 *
 * @param createdTime milliseconds since the epoch
 * @param name unique in the installation
 * @param isDefault whether a tenant that names no profile gets this one; true for exactly one profile
 * @param isolatedTbRuleEngine whether its tenants have queues of their own, those of {@code queueConfiguration}
 * @param profileData {@code configuration} and {@code queueConfiguration}, returned unchanged
 * @param version counts the changes, from 1
 */
public record TenantProfile(
        TenantProfileId id,
        long createdTime,
        String name,
        @Nullable String description,
        @JsonProperty("default") boolean isDefault,
        boolean isolatedTbRuleEngine,
        JsonNode profileData,
        long version) {

    /** The queues of each of its tenants; none if they use the shared ones. */
    ProfileQueues queues() {
        return isolatedTbRuleEngine ? ProfileData.queuesOf(profileData) : ProfileQueues.NONE;
    }
}
