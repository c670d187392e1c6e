// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesStoreContract;
import io.millrace.server.platform.postgres.TestDatabase;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class TimeseriesStorageContractIT extends TimeseriesStoreContract {

    private static TimeseriesFixture fixture;

    @BeforeAll
    static void open() {
        fixture = new TimeseriesFixture(TestDatabase.freshDatabase(), TimeseriesSettings.DEFAULT);
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    @Override
    protected TimeseriesStore store() {
        return fixture.storage;
    }

    @Override
    protected SortedMap<Long, Value> history(TenantId owner, EntityId entity, String key) {
        return fixture.history(owner, entity, key);
    }

    @Override
    protected Map<String, Sample> latest(TenantId owner, EntityId entity) {
        Map<String, Sample> latest = new HashMap<>();
        fixture.storage
                .reader()
                .latest(owner, entity)
                .forEach((key, value) -> latest.put(key, new Sample(value.ts(), value.value())));
        return latest;
    }

    @Override
    protected Optional<UUID> message(TenantId owner, EntityId entity, String key, long ts) {
        return fixture.message(owner, entity, key, ts);
    }
}
