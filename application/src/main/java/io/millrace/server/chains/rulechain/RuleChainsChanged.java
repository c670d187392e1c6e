// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.TenantId;

/**
 * A tenant's chains are others than before, and the change is committed. Published as a Spring event on the instance
 * where it happened, on the thread of the request: a listener must return at once and must not throw.
 */
public record RuleChainsChanged(TenantId tenant) {}
