// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import io.millrace.rule.store.TimeseriesReadsContract;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PatientTimeseriesReadsContractIT extends TimeseriesReadsContract {

    private static TimeseriesFixture fixture;
    private static DatabaseLookups lookups;

    @BeforeAll
    static void open() {
        fixture = new TimeseriesFixture(TestDatabase.freshDatabase(), TimeseriesSettings.DEFAULT);
        lookups = new DatabaseLookups("reads", 8, Duration.ofSeconds(10), fixture.health);
    }

    @AfterAll
    static void close() {
        lookups.close();
        fixture.close();
    }

    @Override
    protected TimeseriesReads reads() {
        return new PatientTimeseriesReads(fixture.storage.reader(), lookups);
    }

    @Override
    protected TimeseriesStore store() {
        return fixture.storage;
    }

    private static TimeseriesReads.Range range(long end, int limit, Aggregation aggregation) {
        return new TimeseriesReads.Range(
                List.of("k"), 0, end, limit, TimeseriesReads.Order.ASC, aggregation);
    }

    @Test
    void aggregatesMoreValuesThanTheDriverReadsAtOnceAndLeavesTheConnectionAsItWas() {
        fixture.save(TimeseriesFixture.point(1, TimeseriesFixture.kv("k", 1)));
        fixture.jdbc.update(
                """
                insert into ts_row_catch_all (entity_id, ts, seq, shape_id, vals)
                select r.entity_id, r.ts + i, 2, r.shape_id, r.vals
                  from generate_series(1, 5999) as i, ts_row_catch_all r where r.entity_id = ?
                """,
                fixture.device.id());

        for (int i = 0; i < 20; i++) {
            Map<String, List<TimedValue>> found =
                    reads().range(fixture.tenant, fixture.device, range(9000, 1, Aggregation.SUM))
                            .toCompletableFuture()
                            .orTimeout(30, TimeUnit.SECONDS)
                            .join();
            assertThat(found)
                    .containsExactly(
                            Map.entry("k", List.of(new TimedValue(4500, new LongValue(6000)))));
        }
    }

    @Test
    void refusesALimitThatNoMemoryIsMeantFor() {
        int limit = TimeseriesReader.GREATEST_LIMIT + 1;

        assertThat(
                        reads().range(
                                        fixture.tenant,
                                        fixture.device,
                                        range(9, limit, Aggregation.NONE))
                                .toCompletableFuture())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(StoreException.class);
    }
}
