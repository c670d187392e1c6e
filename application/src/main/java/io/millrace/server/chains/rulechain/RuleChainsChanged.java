// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.TenantId;

/**
 * A Spring event: a tenant's chains have changed, and the change is committed. Published on the instance that made the
 * change, on the thread of the request; a listener must return at once and must not throw.
 */
public record RuleChainsChanged(TenantId tenant) {}
