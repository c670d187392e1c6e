// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a caller decides about a profile; checked.
 *
 * @param queues the queues that {@code profileData} describes
 */
record TenantProfileContent(
        String name,
        @Nullable String description,
        boolean isolatedTbRuleEngine,
        JsonNode profileData,
        ProfileQueues queues) {}
