// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.time.Period;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.JdbcTemplate;

final class LatestFlusherIT {

    private static final long WRITER = 7;
    private static final long WRITTEN = WRITER << WriterSequence.WRITER_SHIFT;

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

        assertThat(jdbc.queryForList("select 1 from ts_checkpoint")).hasSize(left);
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
