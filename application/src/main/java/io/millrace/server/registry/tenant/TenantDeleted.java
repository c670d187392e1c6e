// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;

/**
 * A tenant was deleted with its users, devices and chains, and that is committed. Published as a Spring event several
 * times on every instance: at once on the one that deleted it, soon after on the others. A listener must return at once
 * and must not throw.
 */
public record TenantDeleted(TenantId tenant) {}
