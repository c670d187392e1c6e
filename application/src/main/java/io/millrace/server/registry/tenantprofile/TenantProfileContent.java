// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a caller decides about a profile.
 *
 * @param queues what {@code profileData} says of the queues of its tenants
 */
record TenantProfileContent(
        String name,
        @Nullable String description,
        boolean isolatedTbRuleEngine,
        JsonNode profileData,
        ProfileQueues queues) {}
