// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesStoreContract;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

class InMemoryTimeseriesStoreTest extends TimeseriesStoreContract {

    private final InMemoryTimeseriesStore store = new InMemoryTimeseriesStore();

    @Override
    protected TimeseriesStore store() {
        return store;
    }

    @Override
    protected SortedMap<Long, Value> history(TenantId owner, EntityId entity, String key) {
        return store.history(entity, key);
    }

    @Override
    protected Map<String, Sample> latest(TenantId owner, EntityId entity) {
        return store.latest(entity);
    }

    @Override
    protected Optional<UUID> message(TenantId owner, EntityId entity, String key, long ts) {
        return store.message(entity, key, ts);
    }
}
