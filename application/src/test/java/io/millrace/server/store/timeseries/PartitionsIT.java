// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.keydictionary.KeyDictionary;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;

class PartitionsIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcTemplate jdbc = new JdbcTemplate(database);

    @ParameterizedTest
    @ValueSource(strings = {"2026-01-15T00:00:00Z", "2026-02-28T23:59:59Z", "2026-12-31T23:59:59Z"})
    void coversTenYearsBackAndThreeMonthsAheadWithoutGaps(String now) {
        openAt(now).close();

        List<long[]> bounds = bounds();

        assertThat(bounds.getFirst()[0]).isEqualTo(millis("2016-01-01T00:00:00Z"));
        for (int i = 1; i < bounds.size(); i++) {
            assertThat(bounds.get(i)[0]).isEqualTo(bounds.get(i - 1)[1]);
        }
        Instant end = Instant.ofEpochMilli(bounds.getLast()[1]);
        assertThat(end)
                .isEqualTo(
                        Instant.parse(now)
                                .atOffset(ZoneOffset.UTC)
                                .withDayOfMonth(1)
                                .plusMonths(4)
                                .toLocalDate()
                                .atStartOfDay()
                                .toInstant(ZoneOffset.UTC));
    }

    @Test
    void makesTheMonthsThatPassedWhileTheServiceWasOff() {
        openAt("2026-03-10T00:00:00Z").close();
        int before = bounds().size();

        openAt("2027-03-10T00:00:00Z").close();

        assertThat(bounds()).hasSize(before + 12);
    }

    @Test
    void makesThePartitionOfATimeThatOnceLayTooFarAhead() {
        long july = millis("2026-07-20T00:00:00Z");
        TimeseriesFixture early = openAt("2026-03-10T00:00:00Z");
        early.save(point(july, kv("k", 1)), point(july + 1, kv("k", 1)));
        early.close();
        assertThat(jdbc.queryForObject("select count(*) from ts_row_catch_all", Long.class))
                .isEqualTo(2);

        try (TimeseriesFixture later = openAt("2026-07-20T12:00:00Z")) {
            await(
                    later.write(
                            new TimeseriesWrite(
                                    early.tenant,
                                    early.device,
                                    List.of(point(july, kv("k", 2))),
                                    true,
                                    true)));

            assertThat(jdbc.queryForObject("select count(*) from ts_row_2026_07", Long.class))
                    .isEqualTo(1);
            assertThat(later.history(early.tenant, early.device, "k"))
                    .containsExactly(
                            Map.entry(july, new LongValue(2)),
                            Map.entry(july + 1, new LongValue(1)));
        }
    }

    @Test
    void eachPartitionIsFrozenSoonByItsFirstVacuumAndHasFewRangesToSummarise() {
        openAt("2026-03-10T00:00:00Z").close();

        assertThat(
                        jdbc.queryForList(
                                """
                                select distinct array_to_string(t.reloptions, ' ') || ', '
                                  || array_to_string(i.reloptions, ' ')
                                from pg_inherits h
                                join pg_class t on t.oid = h.inhrelid
                                join pg_index x on x.indrelid = t.oid
                                join pg_class i on i.oid = x.indexrelid
                                join pg_am a on a.oid = i.relam and a.amname = 'brin'
                                where h.inhparent = 'ts_row'::regclass\
                                """,
                                String.class))
                .containsExactly(
                        "autovacuum_vacuum_insert_threshold=100000 autovacuum_vacuum_insert_scale_factor=0"
                                + " autovacuum_freeze_min_age=0, autosummarize=on pages_per_range=1024");
    }

    private TimeseriesFixture openAt(String now) {
        return new TimeseriesFixture(
                database,
                TimeseriesSettings.DEFAULT,
                KeyDictionary.DEFAULT_BOUND,
                Clock.fixed(Instant.parse(now), ZoneOffset.UTC));
    }

    private List<long[]> bounds() {
        return jdbc.query(
                """
                select (b[1])::bigint, (b[2])::bigint from (
                  select regexp_match(pg_get_expr(c.relpartbound, c.oid), '(\\d+).*?(\\d+)''\\)$') as b
                  from pg_inherits i join pg_class c on c.oid = i.inhrelid
                  where i.inhparent = 'ts_row'::regclass) as bounds
                order by 1\
                """,
                (row, _) -> new long[] {row.getLong(1), row.getLong(2)});
    }

    private static long millis(String instant) {
        return Instant.parse(instant).toEpochMilli();
    }
}
