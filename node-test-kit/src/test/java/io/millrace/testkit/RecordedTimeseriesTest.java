// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesStoreContract;
import io.millrace.rule.store.TimeseriesWrite;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;

class RecordedTimeseriesTest extends TimeseriesStoreContract {

    private final RecordedTimeseries timeseries = new RecordedTimeseries();

    @Override
    protected TimeseriesStore store() {
        return timeseries;
    }

    @Override
    protected SortedMap<Long, Value> history(TenantId owner, EntityId entity, String key) {
        SortedMap<Long, Value> history = new TreeMap<>();
        for (TimeseriesWrite write : timeseries.writes()) {
            if (write.history() && write.entity().equals(entity)) {
                for (TimeseriesPoint point : write.points()) {
                    for (KeyValue value : point.values()) {
                        if (value.key().equals(key)) {
                            history.put(point.ts(), value.value());
                        }
                    }
                }
            }
        }
        return history;
    }

    @Override
    protected Optional<UUID> message(TenantId owner, EntityId entity, String key, long ts) {
        Optional<UUID> message = Optional.empty();
        for (TimeseriesWrite write : timeseries.writes()) {
            if (write.history() && write.entity().equals(entity)) {
                for (TimeseriesPoint point : write.points()) {
                    if (point.ts() == ts
                            && point.values().stream().anyMatch(v -> v.key().equals(key))) {
                        message = Optional.ofNullable(write.message());
                    }
                }
            }
        }
        return message;
    }

    @Override
    protected Map<String, Sample> latest(TenantId owner, EntityId entity) {
        Map<String, Sample> latest = new HashMap<>();
        for (TimeseriesWrite write : timeseries.writes()) {
            if (write.latest() && write.entity().equals(entity)) {
                for (TimeseriesPoint point : write.points()) {
                    for (KeyValue value : point.values()) {
                        latest.merge(
                                value.key(),
                                new Sample(point.ts(), value.value()),
                                (old, now) -> now.ts() >= old.ts() ? now : old);
                    }
                }
            }
        }
        return latest;
    }
}
