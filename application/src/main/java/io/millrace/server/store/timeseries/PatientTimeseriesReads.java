// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** Reads time series for nodes. Answers wait while the database is unavailable. */
public final class PatientTimeseriesReads implements TimeseriesReads {

    private final TimeseriesReader reader;
    private final DatabaseLookups lookups;

    public PatientTimeseriesReads(TimeseriesReader reader, DatabaseLookups lookups) {
        this.reader = reader;
        this.lookups = lookups;
    }

    @Override
    public CompletionStage<Map<String, TimedValue>> latest(
            TenantId tenant, EntityId entity, Collection<String> keys) {
        return lookups.runWhileWanted(tenant, () -> reader.latest(tenant, entity, keys));
    }

    @Override
    public CompletionStage<Map<String, List<TimedValue>>> range(
            TenantId tenant, EntityId entity, Range range) {
        return lookups.runWhileWanted(tenant, () -> reader.range(tenant, entity, range));
    }
}
