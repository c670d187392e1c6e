// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantProfileId;
import io.millrace.rule.outgoing.AllowedTargets;
import io.millrace.server.registry.ratelimit.TransportLimits;

/**
 * What a tenant profile says that is needed for each message.
 *
 * @param weight the weight of its tenants in the engine: above 0, at most 100
 * @param outgoing the targets that nodes of its tenants may call besides those of all tenants
 * @param limits the rate limits of its tenants and their devices
 */
public record ProfileValues(
        TenantProfileId profile, double weight, AllowedTargets outgoing, TransportLimits limits) {}
