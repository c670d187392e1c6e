// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.Period;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

final class LatestFlusherIT {

    private static final long WRITER = 7;
    private static final long WRITTEN = WRITER << WriterSequence.WRITER_SHIFT;

    /** So little that one value is reason enough to flush at once. */
    private static final long TINY = 4;

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcTemplate jdbc = new JdbcTemplate(database);

    @ParameterizedTest
    @CsvSource({"true, 0", "false, 1"})
    void deletesACheckpointAtTheEndOnlyIfNoRowIsInDoubt(boolean areWritesEnded, int left) {
        jdbc.update("insert into ts_checkpoint (writer, seq) values (?, ?)", WRITER, WRITTEN);
        LatestValues latest = new LatestValues(1 << 20);
        latest.register(WRITER, WRITTEN);
        LatestFlusher flusher = flusher(latest, areWritesEnded);
        flusher.start();

        flusher.close();

        assertThat(rows("ts_checkpoint")).isEqualTo(left);
    }

    @Test
    void repeatsAFlushThatFailedAfterTheIntervalOrAtTheEndAndNotAtOnce() {
        jdbc.execute(
                """
                create sequence refused_flushes;
                create function refuse_flush() returns trigger language plpgsql as
                $$ begin perform nextval('refused_flushes'); raise exception 'refused'; end $$;
                create trigger refuse before insert on ts_latest execute function refuse_flush()
                """);
        LatestValues latest = new LatestValues(TINY);
        LatestFlusher flusher = flusher(latest, true);
        flusher.start();

        add(latest, 1);
        await().until(() -> rows("refused_flushes where is_called") == 1);
        add(latest, 2);
        jdbc.execute("drop trigger refuse on ts_latest");
        flusher.close();

        assertThat(rows("refused_flushes where last_value = 1")).isEqualTo(1);
        assertThat(rows("ts_latest")).isEqualTo(2);
        assertThat(rows("ts_checkpoint")).isZero();
    }

    private static void add(LatestValues latest, int key) {
        SeriesRow row =
                SeriesRow.of(
                        new UUID(0, 1),
                        new KeyedPoint(
                                1_000, new Shape(new int[] {key}, 0), List.of(new LongValue(key))),
                        key,
                        WRITTEN + key,
                        null);
        latest.add(LatestRow.of(row), Map.of(WRITER, WRITTEN + key));
    }

    private int rows(String from) {
        return jdbc.queryForList("select 1 from " + from).size();
    }

    private LatestFlusher flusher(LatestValues latest, boolean areWritesEnded) {
        Clock clock = Clock.systemUTC();
        Transactions transactions = new Transactions(database, new StorageHealth());
        Window window = new Window(Period.ofYears(1), Period.ofDays(1), clock);
        return new LatestFlusher(
                transactions,
                latest,
                new Partitions(transactions, window, 1, clock),
                Duration.ofHours(1),
                clock,
                () -> areWritesEnded);
    }
}
