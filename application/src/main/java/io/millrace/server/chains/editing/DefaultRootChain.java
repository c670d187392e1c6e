// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.DefaultRuleChain;
import io.millrace.rule.chain.RuleChainDocument;
import io.millrace.server.chains.rulechain.RuleChainContent;
import io.millrace.server.chains.rulechain.RuleChainRepository;
import io.millrace.server.chains.version.Edit;
import io.millrace.server.chains.version.VersionedChains;
import io.millrace.server.registry.tenant.TenantInitializer;
import org.springframework.stereotype.Component;

/** Creates a root chain for every new tenant, which stores the data of its devices. */
@Component
final class DefaultRootChain implements TenantInitializer {

    private final VersionedChains chains;
    private final RuleChainRepository roots;

    DefaultRootChain(VersionedChains chains, RuleChainRepository roots) {
        this.chains = chains;
        this.roots = roots;
    }

    @Override
    public void initialize(TenantId tenant) {
        RuleChainDocument template = DefaultRuleChain.load();
        RuleChainId id = new RuleChainId(TimeOrderedUuid.next());
        RuleChainContent content = RuleChainContent.of(template.ruleChain());
        chains.add(
                Edit.service(tenant, "Created with the tenant"), id, content, template.metadata());
        roots.makeRoot(tenant, id);
    }
}
