// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.GroupReads;
import io.millrace.server.web.api.ApiException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Finds entities of one table by id; concurrent look-ups share a query. Each request to a device begins with such a
 * look-up, and a query costs PostgreSQL far more than a further id in it. A look-up shows what was committed before it.
 * Thread-safe.
 *
 * @param <T> what a row is read into
 */
public final class SharedLookups<T> implements AutoCloseable {

    static final int QUERIES_AT_ONCE = 2;
    private static final int IDS_PER_QUERY = 128;

    /** A look-up that has no answer after this time runs its own query: a shared query may hang with its connection. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** Look-ups beyond these run their own queries. */
    static final int MOST_WAITING = 1_024;

    private record Key(TenantId tenant, UUID id) {}

    /** The queries of a table. They block. */
    interface Queries<T> {

        /** The entity with an id; empty if this tenant has none, even if another has. */
        Optional<T> find(TenantId tenant, UUID id);

        /** Those of the entities that the tenant has. */
        List<T> findAll(TenantId tenant, Collection<UUID> ids);
    }

    private final Queries<T> queries;
    private final Function<T, UUID> idOf;
    private final Duration patience;
    private final GroupReads<Key, Optional<T>> reads;
    private final Semaphore room = new Semaphore(MOST_WAITING);
    private final LongAdder alone = new LongAdder();

    /** @param name name prefix of the threads */
    public SharedLookups(String name, EntityTable<T> table, Function<T, UUID> idOf) {
        this(name, table, idOf, PATIENCE);
    }

    SharedLookups(String name, Queries<T> queries, Function<T, UUID> idOf, Duration patience) {
        this.queries = queries;
        this.idOf = idOf;
        this.patience = patience;
        this.reads = new GroupReads<>(name, QUERIES_AT_ONCE, IDS_PER_QUERY, this::read);
    }

    /**
     * The entity with an id; empty if this tenant has none, even if another has. Blocks. In a transaction, the query is its
     * own, and shows the changes of the transaction.
     */
    public Optional<T> find(TenantId tenant, UUID id) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            return queries.find(tenant, id);
        }
        if (!room.tryAcquire()) {
            return findAlone(tenant, id);
        }
        try {
            return reads.get(new Key(tenant, id))
                    .whenComplete((_, _) -> room.release())
                    .get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException _) {
            return findAlone(tenant, id);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping; try again later");
        }
    }

    private Optional<T> findAlone(TenantId tenant, UUID id) {
        alone.increment();
        return queries.find(tenant, id);
    }

    /** Number of look-ups that wait for a shared query, or are in one. */
    public int waiting() {
        return MOST_WAITING - room.availablePermits();
    }

    /** Number of look-ups outside transactions that ran their own query: too many waited, or the shared one had failed. */
    public long alone() {
        return alone.sum();
    }

    /** Reads the entities of the first key's tenant. */
    private Map<Key, Optional<T>> read(List<Key> keys) {
        TenantId tenant = keys.getFirst().tenant();
        Map<Key, Optional<T>> found = new HashMap<>();
        for (Key key : keys) {
            if (key.tenant().equals(tenant)) {
                found.put(key, Optional.empty());
            }
        }
        for (T entity : queries.findAll(tenant, found.keySet().stream().map(Key::id).toList())) {
            found.put(new Key(tenant, idOf.apply(entity)), Optional.of(entity));
        }
        return found;
    }

    /** Ends the shared queries. */
    @Override
    public void close() {
        reads.close();
    }
}
