// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.fasterxml.jackson.annotation.JsonUnwrapped;

/** A tenant with the name of its profile. */
record TenantInfo(@JsonUnwrapped Tenant tenant, String tenantProfileName) {}
