// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

class FencedTransactionsIT {

    private static final String TOPIC = "topic";

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient elsewhere = JdbcClient.create(database);
    private final Transactions takeovers = new Transactions(database, new StorageHealth());
    private final HikariDataSource pool = onlyConnection(database);
    private final JdbcClient jdbc = JdbcClient.create(pool);
    private final TransactionTemplate transaction =
            new TransactionTemplate(new FencedTransactions(pool));

    /** A connection that is not given back would be missed at once. */
    private static HikariDataSource onlyConnection(DataSource database) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(database);
        pool.setMaximumPoolSize(1);
        pool.setConnectionTimeout(Duration.ofSeconds(10).toMillis());
        return pool;
    }

    @BeforeEach
    void createATable() {
        elsewhere.sql("create table written (n int)").update();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private Lease takeOver() throws Exception {
        return PartitionEpochs.raise(takeovers, TOPIC, 1, "owner");
    }

    private void write(@Nullable Lease lease, Runnable further) {
        FencedTransactions.under(
                lease,
                () ->
                        transaction.execute(_ -> {
                            jdbc.sql("insert into written values (1)").update();
                            further.run();
                            return true;
                        }));
    }

    private int written() {
        return elsewhere.sql("select count(*) from written").query(Integer.class).single();
    }

    @Test
    void commitsUnderALeaseThatIsValid() throws Exception {
        Lease lease = takeOver();

        write(lease, () -> {});
        write(lease, () -> {});

        assertThat(written()).isEqualTo(2);
    }

    @Test
    void commitsWithoutALease() throws Exception {
        takeOver();

        write(null, () -> {});

        assertThat(written()).isEqualTo(1);
    }

    @Test
    void writesNothingUnderALeaseThatHasEnded() throws Exception {
        Lease former = takeOver();
        Lease current = takeOver();

        assertThatExceptionOfType(LeaseOverException.class)
                .isThrownBy(() -> write(former, () -> {}));
        assertThat(written()).isZero();

        write(current, () -> {});
        assertThat(written()).isEqualTo(1);
    }

    @Test
    void commitsNothingIfTheLeaseEndsMeanwhile() throws Exception {
        Lease lease = takeOver();
        // As if the lock had been lost: the takeover did not wait for it.
        Runnable lost =
                () -> elsewhere.sql("update partition_epoch set epoch = epoch + 1").update();

        assertThatExceptionOfType(LeaseOverException.class).isThrownBy(() -> write(lease, lost));

        assertThat(written()).isZero();
        write(null, () -> {});
        assertThat(written()).isEqualTo(1);
    }

    @Test
    void checksTheLeaseOfAnOuterTransactionOnce() throws Exception {
        Lease lease = takeOver();

        write(lease, () -> write(lease, () -> {}));

        assertThat(written()).isEqualTo(2);
    }
}
