// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Stores attributes in PostgreSQL. Writes are grouped into transactions. Their stages complete on the writer thread, so
 * dependent stages must not block.
 */
public final class AttributeStorage implements AttributeStore, AutoCloseable {

    private static final int READS_AT_ONCE = 4;
    private static final int BYTES_PER_WRITE = 200;
    private static final int BYTES_PER_VALUE = 60;

    private final Transactions transactions;
    private final KeyDictionary keys;
    private final GroupCommitter<AttributeWrite> committer;
    private final ExecutorService readers =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("attribute-read-", 1).factory());
    private final Semaphore readPlaces = new Semaphore(READS_AT_ONCE, true);

    /** Starts a storage whose writes no client watches. */
    public AttributeStorage(Transactions transactions, KeyDictionary keys, CommitLimits limits) {
        this(transactions, keys, limits, ValueWatch.NONE);
    }

    /** Starts the storage. It uses at most five connections. */
    public AttributeStorage(
            Transactions transactions, KeyDictionary keys, CommitLimits limits, ValueWatch watch) {
        this.transactions = transactions;
        this.keys = keys;
        this.committer =
                new GroupCommitter<>(
                        "attributes",
                        transactions,
                        new AttributeWriter(keys, watch),
                        AttributeWrite::lease,
                        limits);
    }

    @Override
    public CompletionStage<Void> save(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            @Nullable Lease lease) {
        return save(
                new AttributeWrite.Save(
                        tenant,
                        entity.id(),
                        scope,
                        List.copyOf(attributes),
                        updatedAt,
                        false,
                        lease));
    }

    @Override
    public CompletionStage<Void> saveUnlessNewer(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt) {
        return save(
                new AttributeWrite.Save(
                        tenant,
                        entity.id(),
                        scope,
                        List.copyOf(attributes),
                        updatedAt,
                        true,
                        null));
    }

    private CompletionStage<Void> save(AttributeWrite.Save write) {
        return write.attributes().isEmpty()
                ? CompletableFuture.completedStage(null)
                : committer.submit(write, bytes(write.attributes()));
    }

    /**
     * Deletes the attributes with the given keys; ignores missing ones.
     *
     * @return completes when the deletion is on disk; saves and deletions are applied in the order of the calls
     */
    public CompletionStage<Void> delete(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            Collection<String> keysToDelete) {
        List<String> copy = List.copyOf(keysToDelete);
        return committer.submit(
                new AttributeWrite.Delete(tenant, entity.id(), scope, copy),
                BYTES_PER_WRITE + (long) BYTES_PER_VALUE * copy.size());
    }

    @Override
    public CompletionStage<List<Attribute>> find(
            TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> wanted) {
        Set<String> names = Set.copyOf(wanted);
        if (names.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        CompletableFuture<List<Attribute>> answer = new CompletableFuture<>();
        readers.execute(() -> read(tenant, entity, scope, names, answer));
        return answer;
    }

    private void read(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            Set<String> names,
            CompletableFuture<List<Attribute>> answer) {
        try {
            readPlaces.acquire();
            List<AttributeTable.Scoped> found;
            try {
                found =
                        transactions.patiently(connection ->
                                AttributeTable.select(
                                        connection, keys, tenant, entity.id(), scope));
            } finally {
                readPlaces.release();
            }
            answer.complete(
                    found.stream()
                            .map(AttributeTable.Scoped::attribute)
                            .filter(attribute -> names.contains(attribute.keyValue().key()))
                            .toList());
        } catch (SQLException | RuntimeException e) {
            answer.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.completeExceptionally(e);
        }
    }

    /** The number of writes that wait for their transaction. */
    public int waitingWrites() {
        return committer.waitingItems();
    }

    /** Writes all accepted items and stops; interrupts reads that wait for the database. */
    @Override
    public void close() {
        committer.close();
        readers.shutdownNow();
    }

    private static long bytes(List<KeyValue> attributes) {
        long bytes = BYTES_PER_WRITE;
        for (KeyValue attribute : attributes) {
            bytes += BYTES_PER_VALUE + attribute.key().length();
            bytes +=
                    switch (attribute.value()) {
                        case StringValue(String text) -> text.length();
                        case JsonValue(String text) -> text.length();
                        default -> 0;
                    };
        }
        return bytes;
    }
}
