// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.rulechain;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.RuleChainHeader;
import io.millrace.server.web.entity.TenantEntity;

/**
 * A stored chain without its nodes.
 *
 * @param createdTime milliseconds since the epoch
 */
public record RuleChain(
        RuleChainId id,
        long createdTime,
        TenantId tenantId,
        RuleChainContent content,
        RuleChainState state)
        implements TenantEntity {

    /** Returns the chain as REST shows it. */
    public RuleChainHeader header() {
        return new RuleChainHeader(
                id,
                createdTime,
                tenantId,
                content.name(),
                content.type(),
                state.firstNode(),
                state.root(),
                content.debugMode(),
                content.configuration(),
                null,
                state.version(),
                content.additionalInfo());
    }

    @Override
    public EntityId entityId() {
        return id.entity();
    }

    @Override
    public String name() {
        return content.name();
    }

    /** Always false: only administrators see chains. */
    @Override
    public boolean visibleTo(CustomerId customer) {
        return false;
    }
}
