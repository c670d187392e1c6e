// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.EntityStore;
import io.millrace.rule.store.EntityWrites;
import io.millrace.rule.store.EntityWritesContract;

class InMemoryEntityWritesTest extends EntityWritesContract {

    private final InMemoryEntityStore store = new InMemoryEntityStore();

    @Override
    protected EntityWrites writes() {
        return store;
    }

    @Override
    protected EntityStore entities() {
        return store;
    }

    @Override
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }
}
