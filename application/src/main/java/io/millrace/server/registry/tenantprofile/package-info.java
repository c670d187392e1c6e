// SPDX-License-Identifier: Apache-2.0
/** Tenant profiles: the weight, limits, outgoing targets and queues of the tenants that have them. */
@NullMarked
package io.millrace.server.registry.tenantprofile;

import org.jspecify.annotations.NullMarked;
