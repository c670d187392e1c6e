// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import static io.millrace.server.store.timeseries.TimeseriesFixture.await;
import static io.millrace.server.store.timeseries.TimeseriesFixture.kv;
import static io.millrace.server.store.timeseries.TimeseriesFixture.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Attribute;
import io.millrace.server.platform.groupcommit.BreakableLink;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.postgres.TestDatabase.Coordinates;
import io.millrace.server.store.attribute.AttributeStorage;
import io.millrace.server.store.keydictionary.KeyDictionary;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutageIT {

    private static final long NOW = System.currentTimeMillis();
    private static final int WRITES = 20_000;

    @Test
    void writesWaitForADatabaseThatIsAwayAndNoneFails() {
        try (BreakableLinkToDatabase database = new BreakableLinkToDatabase();
                TimeseriesFixture f =
                        new TimeseriesFixture(database.pool, TimeseriesSettings.DEFAULT)) {
            List<Boolean> changes = new CopyOnWriteArrayList<>();
            f.health.onChange(changes::add);
            List<EntityId> devices =
                    IntStream.range(0, 20).mapToObj(_ -> TimeseriesFixture.newDevice()).toList();
            List<CompletableFuture<Void>> writes = new ArrayList<>();
            for (int i = 0; i < WRITES; i++) {
                if (i == WRITES / 2) {
                    // In the middle of a batch, most likely; its transaction may have been
                    // committed or not.
                    await(writes.getFirst());
                    database.link.cut();
                }
                writes.add(f.write(devices.get(i % 20), point(NOW + i, kv("k", i))));
            }
            await().until(() -> !f.health.isAvailable());
            CompletableFuture<Void> during = f.write(f.device, point(NOW, kv("new key", 1)));

            database.link.mend();

            await(writes);
            await(during);
            await().until(f.health::isAvailable);
            await().untilAsserted(() -> assertThat(changes).startsWith(false).endsWith(true));
            for (int d = 0; d < 20; d++) {
                assertThat(f.history(devices.get(d), "k")).hasSize(WRITES / 20);
            }
        }
    }

    @Test
    void valuesAreRecoveredIfTheStorageStopsWhileTheDatabaseIsAway() {
        try (BreakableLinkToDatabase database = new BreakableLinkToDatabase()) {
            TimeseriesFixture f =
                    new TimeseriesFixture(database.pool, TimeseriesFixture.NEVER_FLUSHED);
            f.save(point(NOW, kv("k", 1)));
            database.link.cut();
            f.write(f.device, point(NOW + 1, kv("k", 2)));
            await().until(() -> !f.health.isAvailable());

            f.close();

            database.link.mend();
            try (TimeseriesFixture next =
                    new TimeseriesFixture(database.pool, TimeseriesSettings.DEFAULT)) {
                assertThat(next.storage.reader().latest(f.tenant, f.device)).containsKey("k");
            }
        }
    }

    @Test
    void attributesAreWrittenAndReadWhenTheDatabaseIsBack() {
        try (BreakableLinkToDatabase database = new BreakableLinkToDatabase();
                TimeseriesFixture f =
                        new TimeseriesFixture(database.pool, TimeseriesSettings.DEFAULT);
                AttributeStorage attributes =
                        new AttributeStorage(
                                new Transactions(database.pool, f.health),
                                new KeyDictionary(100),
                                CommitLimits.DEFAULT)) {
            database.link.cut();
            CompletableFuture<Void> write =
                    attributes
                            .save(
                                    f.tenant,
                                    f.device,
                                    AttributeScope.SERVER_SCOPE,
                                    List.of(new KeyValue("a", new LongValue(1))),
                                    NOW)
                            .toCompletableFuture();
            CompletableFuture<List<Attribute>> read =
                    write.thenCompose(_ ->
                            attributes.find(
                                    f.tenant, f.device, AttributeScope.SERVER_SCOPE, List.of("a")));
            CompletableFuture<List<Attribute>> early =
                    attributes
                            .find(f.tenant, f.device, AttributeScope.SHARED_SCOPE, List.of("a"))
                            .toCompletableFuture();
            await().until(() -> !f.health.isAvailable());
            assertThat(read).isNotDone();
            assertThat(early).isNotDone();

            database.link.mend();

            await(read, early);
            assertThat(read.join()).hasSize(1);
            assertThat(early.join()).isEmpty();
        }
    }

    @Test
    void endsInTimeWhenTheDatabaseIsAway() {
        BreakableLinkToDatabase database = new BreakableLinkToDatabase();
        TimeseriesFixture f =
                new TimeseriesFixture(
                        database.pool,
                        TimeseriesFixture.settings(
                                1, 10, 10, Duration.ofHours(1), CommitLimits.DEFAULT));
        database.link.cut();
        CompletableFuture<Void> write = f.write(f.device, point(NOW, kv("k", 1)));
        await().until(() -> !f.health.isAvailable());

        f.close();

        assertThat(write).isNotDone();
        database.close();
    }

    /** A pool whose connections go through a link that can be cut. */
    private static final class BreakableLinkToDatabase implements AutoCloseable {

        private final BreakableLink link;
        private final HikariDataSource pool;

        BreakableLinkToDatabase() {
            Coordinates coordinates = TestDatabase.freshCoordinates();
            URI uri = URI.create(coordinates.url().substring("jdbc:".length()));
            link = new BreakableLink(uri.getPort());
            HikariConfig config = new HikariConfig();
            config.setJdbcUrl("jdbc:postgresql://127.0.0.1:" + link.port() + uri.getPath());
            config.setUsername(coordinates.username());
            config.setPassword(coordinates.password());
            config.setConnectionTimeout(500);
            config.setMinimumIdle(0);
            pool = new HikariDataSource(config);
        }

        @Override
        public void close() {
            pool.close();
            link.close();
        }
    }
}
