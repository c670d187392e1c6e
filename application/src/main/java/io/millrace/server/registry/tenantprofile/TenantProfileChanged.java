// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.message.id.TenantProfileId;

/**
 * A profile was changed, and that is committed. Published as a Spring event on the instance that made the change, on
 * the thread of the request: a listener must return at once and must not throw.
 */
public record TenantProfileChanged(TenantProfileId profile) {}
