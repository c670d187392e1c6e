// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.DeadLetter;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** A database with the dead letters of a test. */
public final class Letters implements AutoCloseable {

    public final DataSource database = TestDatabase.freshDatabase();
    public final JdbcClient jdbc = JdbcClient.create(database);
    public final Transactions transactions = new Transactions(database, new StorageHealth());
    private final DeadLetterStorage storage =
            new DeadLetterStorage(transactions, CommitLimits.DEFAULT);
    public final LetterClaims claims = new LetterClaims(jdbc, new JdbcTransactionManager(database));
    private long count;

    public static RuleMessage message(TenantId tenant, DeviceId device) {
        return RuleMessage.of(
                tenant,
                device.entity(),
                "POST_TELEMETRY_REQUEST",
                Metadata.EMPTY,
                Payload.ofText("{}"),
                1_763_640_000_000L);
    }

    /** A letter with an id that sorts after those of the letters before it. */
    public UUID bury(RuleMessage message, Instant at) {
        count++;
        DeadLetter letter =
                new DeadLetter(
                        TimeOrderedUuid.at(1_763_640_000_000L + count),
                        message,
                        "Main",
                        Failure.of("broken"),
                        Path.EMPTY,
                        1,
                        at,
                        null);
        storage.add(letter).toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
        return letter.deliveryId();
    }

    public List<@Nullable UUID> all() {
        return jdbc.sql("select id from dead_letter order by id").query(UUID.class).list();
    }

    @Override
    public void close() {
        storage.close();
    }
}
