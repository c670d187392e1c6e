// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationStoreContract;

class InMemoryRelationStoreTest extends RelationStoreContract {

    private final InMemoryRelationStore store = new InMemoryRelationStore();

    @Override
    protected RelationStore store() {
        return store;
    }

    @Override
    protected void relate(TenantId owner, String group, EntityId from, EntityId to, String type) {
        store.relate(owner, group, from, to, type);
    }

    @Override
    protected void unrelate(TenantId owner, EntityId from, EntityId to, String type) {
        store.unrelate(owner, from, to, type);
    }
}
