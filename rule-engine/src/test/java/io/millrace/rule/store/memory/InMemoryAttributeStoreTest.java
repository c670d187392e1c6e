// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.AttributeStoreContract;

class InMemoryAttributeStoreTest extends AttributeStoreContract {

    private final InMemoryAttributeStore store = new InMemoryAttributeStore();

    @Override
    protected AttributeStore store() {
        return store;
    }
}
