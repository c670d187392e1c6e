// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class SharedLookupsTest {

    private static final TenantId MINE = new TenantId(UUID.randomUUID());
    private static final TenantId OTHER = new TenantId(UUID.randomUUID());

    private record Row(TenantId tenant, UUID id, String name) {}

    /** A table in memory, whose shared queries wait until the test lets them go on. */
    private static final class Table implements SharedLookups.Queries<Row> {

        private final Map<UUID, Row> rows = new ConcurrentHashMap<>();
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore mayEnd = new Semaphore(0);
        private final List<Integer> shared = new CopyOnWriteArrayList<>();
        private final List<UUID> own = new CopyOnWriteArrayList<>();
        private volatile @Nullable RuntimeException failure;

        UUID add(TenantId tenant, String name) {
            UUID id = UUID.randomUUID();
            rows.put(id, new Row(tenant, id, name));
            return id;
        }

        @Override
        public Optional<Row> find(TenantId tenant, UUID id) {
            own.add(id);
            return Optional.ofNullable(rows.get(id)).filter(row -> row.tenant().equals(tenant));
        }

        @Override
        public List<Row> findAll(TenantId tenant, Collection<UUID> ids) {
            shared.add(ids.size());
            begun.release();
            try {
                mayEnd.acquire();
            } catch (InterruptedException e) {
                throw new DataAccessResourceFailureException("interrupted", e);
            }
            RuntimeException thrown = failure;
            if (thrown != null) {
                throw thrown;
            }
            List<Row> found = new ArrayList<>();
            for (Row row : rows.values()) {
                if (row.tenant().equals(tenant) && ids.contains(row.id())) {
                    found.add(row);
                }
            }
            return found;
        }

        void letAllEnd() {
            mayEnd.release(1_000);
        }
    }

    private static final Duration LONG = Duration.ofMinutes(10);

    private final Table table = new Table();
    private final SharedLookups<Row> lookups =
            new SharedLookups<>("test-lookup", table, Row::id, LONG);

    @AfterEach
    void close() {
        table.letAllEnd();
        lookups.close();
    }

    private FutureTask<Optional<Row>> ask(TenantId tenant, UUID id) {
        return ask(lookups, tenant, id);
    }

    /** Starts a look-up, and returns when its thread waits. */
    private static FutureTask<Optional<Row>> ask(
            SharedLookups<Row> lookups, TenantId tenant, UUID id) {
        FutureTask<Optional<Row>> lookup = new FutureTask<>(() -> lookups.find(tenant, id));
        Thread caller = Thread.startVirtualThread(lookup);
        await().pollInterval(Duration.ofMillis(1))
                .until(() -> lookup.isDone() || caller.getState() == State.TIMED_WAITING);
        return lookup;
    }

    private static Optional<String> name(Future<Optional<Row>> lookup) throws Exception {
        return lookup.get(20, TimeUnit.SECONDS).map(Row::name);
    }

    /** Starts a look-up for each of the queries that may run at once. */
    private void occupyQueries() throws InterruptedException {
        for (int i = 0; i < SharedLookups.QUERIES_AT_ONCE; i++) {
            ask(MINE, table.add(MINE, "occupies a query"));
            table.begun.acquire();
        }
    }

    @Test
    void lookupsDuringTheQueriesOfOthersShareTheNextQueries() throws Exception {
        occupyQueries();
        List<Future<Optional<Row>>> later = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            later.add(ask(MINE, table.add(MINE, "row " + i)));
        }
        table.letAllEnd();

        for (int i = 0; i < 50; i++) {
            assertThat(name(later.get(i))).contains("row " + i);
        }
        int queries = SharedLookups.QUERIES_AT_ONCE;
        assertThat(table.shared).hasSizeBetween(queries + 1, 2 * queries);
        assertThat(table.own).isEmpty();
    }

    @Test
    void aTenantFindsNoEntityOfAnother() throws Exception {
        UUID mine = table.add(MINE, "mine");
        UUID other = table.add(OTHER, "other");
        occupyQueries();
        List<Future<Optional<Row>>> later =
                List.of(
                        ask(MINE, mine),
                        ask(OTHER, mine),
                        ask(MINE, other),
                        ask(OTHER, other),
                        ask(MINE, UUID.randomUUID()));
        table.letAllEnd();

        assertThat(name(later.get(0))).contains("mine");
        assertThat(name(later.get(1))).isEmpty();
        assertThat(name(later.get(2))).isEmpty();
        assertThat(name(later.get(3))).contains("other");
        assertThat(name(later.get(4))).isEmpty();
    }

    @Test
    void aLookupRunsItsOwnQueryIfTheSharedOneHangs() throws Exception {
        UUID id = table.add(MINE, "found");
        try (SharedLookups<Row> hasty =
                new SharedLookups<>("hasty-lookup", table, Row::id, Duration.ofMillis(20))) {
            assertThat(name(ask(hasty, MINE, id))).contains("found");
        }

        assertThat(table.own).containsExactly(id);
    }

    @Test
    void lookupsBeyondTheMostThatMayWaitRunTheirOwnQueries() throws Exception {
        UUID id = table.add(MINE, "found");
        occupyQueries();
        List<Future<Optional<Row>>> waiting = new ArrayList<>();
        for (int i = SharedLookups.QUERIES_AT_ONCE; i < SharedLookups.MOST_WAITING; i++) {
            waiting.add(ask(MINE, id));
        }
        assertThat(table.own).isEmpty();
        assertThat(lookups.waiting()).isEqualTo(SharedLookups.MOST_WAITING);
        assertThat(lookups.alone()).isZero();

        assertThat(name(ask(MINE, id))).contains("found");
        assertThat(table.own).containsExactly(id);
        assertThat(lookups.alone()).isOne();

        table.letAllEnd();
        for (Future<Optional<Row>> lookup : waiting) {
            assertThat(name(lookup)).contains("found");
        }
        await().untilAsserted(() -> assertThat(lookups.waiting()).isZero());
        assertThat(name(ask(MINE, id))).contains("found");
        assertThat(table.own).containsExactly(id);
    }

    @Test
    void eachLookupRunsItsOwnQueryIfTheSharedOneFails() throws Exception {
        table.failure = new DataAccessResourceFailureException("connection lost");
        table.letAllEnd();
        UUID id = table.add(MINE, "found");

        assertThat(name(ask(MINE, id))).contains("found");
        assertThat(table.own).containsExactly(id);
    }

    @Test
    void aLookupInATransactionRunsItsOwnQueryOnTheConnectionOfTheTransaction() {
        UUID id = table.add(MINE, "changed");
        TransactionSynchronizationManager.setActualTransactionActive(true);
        try {
            assertThat(lookups.find(MINE, id).map(Row::name)).contains("changed");
        } finally {
            TransactionSynchronizationManager.setActualTransactionActive(false);
        }

        assertThat(table.own).containsExactly(id);
        assertThat(table.shared).isEmpty();
    }
}
