// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;

/**
 * A tenant was added or changed, for example its profile, and that is committed. Published as a Spring event on the
 * instance that made the change, on the thread of the request: a listener must return at once and must not throw.
 */
public record TenantChanged(TenantId tenant) {}
