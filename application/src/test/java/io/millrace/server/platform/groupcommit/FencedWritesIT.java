// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.attribute.AttributeStorage;
import io.millrace.server.store.keydictionary.KeyDictionary;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** A former owner of a partition, paused at any moment of a write, changes nothing that its successor has written. */
class FencedWritesIT {

    private static final String TOPIC = "topic";
    private static final String KEY = "a key that is new";

    private final DataSource database = TestDatabase.freshDatabase();
    private final Transactions transactions = new Transactions(database, new StorageHealth());
    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());
    private final EntityId entity = new EntityId(EntityType.DEVICE, TimeOrderedUuid.next());

    @Test
    void anOwnerThatIsPausedAfterItAddedANewKeyOverwritesNothingOfItsSuccessor() throws Exception {
        PausingDataSource paused = new PausingDataSource(database, "insert into attribute ");
        Lease former = PartitionEpochs.raise(transactions, TOPIC, 1, "former");
        try (AttributeStorage formers =
                        storage(new Transactions(paused.dataSource(), new StorageHealth()));
                AttributeStorage successors = storage(transactions)) {
            CompletableFuture<Void> stale = save(formers, "old", 1, former);
            paused.awaitPaused();

            Lease successor = PartitionEpochs.raise(transactions, TOPIC, 1, "successor");
            assertThat(save(successors, "new", 2, successor)).succeedsWithin(60, TimeUnit.SECONDS);
            paused.goOn();

            assertLeaseOver(stale);
            assertThat(values(successors)).containsExactly("new");
        }
    }

    @Test
    void aBatchIsNotCommittedIfAnEpochChangedWhileItWasWritten() throws Exception {
        Lease lease = PartitionEpochs.raise(transactions, TOPIC, 2, "owner");
        execute("create table written (n int)");
        try (GroupCommitter<Lease> committer =
                new GroupCommitter<>(
                        "fenced",
                        transactions,
                        (connection, _) -> {
                            try (Statement insert = connection.createStatement()) {
                                insert.execute("insert into written values (1)");
                            }
                            // As if the lock had been lost: the takeover did not wait for it.
                            execute("update partition_epoch set epoch = epoch + 1");
                            return () -> {};
                        },
                        item -> item,
                        CommitLimits.DEFAULT)) {
            assertLeaseOver(committer.submit(lease, 1).toCompletableFuture());
        }
        assertThat(count("written")).isZero();
    }

    @Test
    void theWorkOfATransactionCannotEndIt() throws Exception {
        for (SqlWork<Void> ending :
                List.<SqlWork<Void>>of(
                        connection -> none(connection::commit),
                        connection -> none(connection::rollback),
                        connection -> none(connection::close),
                        connection -> none(() -> connection.setAutoCommit(true)))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> transactions.once(ending))
                    .withMessageContaining("its caller ends it");
        }
        Integer one =
                transactions.once(connection -> {
                    connection.rollback(connection.setSavepoint());
                    return 1;
                });
        assertThat(one).isOne();
    }

    private interface Ending {
        void run() throws SQLException;
    }

    private static Void none(Ending ending) throws SQLException {
        ending.run();
        throw new AssertionError("the transaction was ended");
    }

    private static AttributeStorage storage(Transactions transactions) {
        return new AttributeStorage(
                transactions, new KeyDictionary(KeyDictionary.DEFAULT_BOUND), CommitLimits.DEFAULT);
    }

    private CompletableFuture<Void> save(
            AttributeStorage storage, String value, long at, Lease lease) {
        return storage.save(
                        tenant,
                        entity,
                        AttributeScope.SERVER_SCOPE,
                        List.of(new KeyValue(KEY, new Value.StringValue(value))),
                        at,
                        lease)
                .toCompletableFuture();
    }

    private List<String> values(AttributeStorage storage) {
        return storage
                .find(tenant, entity, AttributeScope.SERVER_SCOPE, List.of(KEY))
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join()
                .stream()
                .map(attribute -> ((Value.StringValue) attribute.keyValue().value()).value())
                .toList();
    }

    private static void assertLeaseOver(CompletableFuture<Void> write) {
        assertThat(write)
                .failsWithin(60, TimeUnit.SECONDS)
                .withThrowableOfType(ExecutionException.class)
                .extracting(Throwable::getCause, InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(LeaseOverException.class);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery("select count(*) from " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
