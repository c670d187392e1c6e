// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;

/**
 * The response to a saved profile.
 *
 * @param warnings which values of its queues were read as others, or stay as they were, and why; left out of the JSON
 *     if empty
 */
record SavedTenantProfile(
        @JsonUnwrapped TenantProfile profile,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> warnings) {}
