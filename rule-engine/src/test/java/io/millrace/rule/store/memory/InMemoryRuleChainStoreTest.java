// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.rule.store.RuleChainStoreContract;

class InMemoryRuleChainStoreTest extends RuleChainStoreContract {

    private final InMemoryRuleChainStore store = new InMemoryRuleChainStore();

    @Override
    protected RuleChainStore store() {
        return store;
    }

    @Override
    protected void save(ChainVersion version) {
        store.save(version);
    }

    @Override
    protected void makeRoot(TenantId owner, RuleChainId chain) {
        store.makeRoot(owner, chain);
    }

    @Override
    protected void delete(TenantId owner, RuleChainId chain) {
        store.delete(chain);
    }
}
