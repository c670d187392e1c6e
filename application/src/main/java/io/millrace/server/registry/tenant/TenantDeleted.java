// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import io.millrace.message.id.TenantId;

/**
 * A tenant is gone, with its users, devices and chains, and that is committed. Published as a Spring event on every
 * instance, on the one where it happened at once and on the others soon, and several times on each: a listener must
 * return at once and must not throw.
 */
public record TenantDeleted(TenantId tenant) {}
