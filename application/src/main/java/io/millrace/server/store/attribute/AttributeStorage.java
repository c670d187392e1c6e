// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
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
import io.millrace.server.platform.jdbc.GroupReads;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Stores attributes in PostgreSQL. Writes are grouped into transactions, reads into queries. Their stages complete on the
 * threads of these, so dependent stages must not block.
 *
 * <p>What was read is remembered for {@link #MEMORY}. A write through this object ends that at its commit, before its
 * stage completes, so a read sees all earlier writes of this instance; those of other instances it sees within that time.
 */
public final class AttributeStorage implements AttributeStore, AutoCloseable {

    /** How long after a write of another instance the former value may be found. */
    static final Duration MEMORY = Duration.ofSeconds(1);

    private static final int READS_AT_ONCE = 2;
    private static final int SCOPES_PER_READ = 256;
    private static final long MEMORY_BYTES = 16 << 20;
    private static final int BYTES_PER_WRITE = 200;
    private static final int BYTES_PER_VALUE = 60;

    private final GroupCommitter<AttributeWrite> committer;
    private final GroupReads<AttributesOf, List<Attribute>> reads;
    private final AsyncCache<AttributesOf, List<Attribute>> remembered =
            Caffeine.newBuilder()
                    .expireAfterWrite(MEMORY)
                    .maximumWeight(MEMORY_BYTES)
                    .weigher(AttributeStorage::weigh)
                    .executor(Runnable::run)
                    .buildAsync();

    /** Starts a storage whose writes no client watches. */
    public AttributeStorage(Transactions transactions, KeyDictionary keys, CommitLimits limits) {
        this(transactions, keys, limits, ValueWatch.NONE);
    }

    /** Starts the storage. It uses at most three connections. */
    public AttributeStorage(
            Transactions transactions, KeyDictionary keys, CommitLimits limits, ValueWatch watch) {
        this.reads =
                new GroupReads<>(
                        "attribute-read",
                        READS_AT_ONCE,
                        SCOPES_PER_READ,
                        wanted ->
                                transactions.patiently(connection ->
                                        AttributeTable.select(connection, keys, wanted)));
        this.committer =
                new GroupCommitter<>(
                        "attributes",
                        transactions,
                        new AttributeWriter(keys, watch, remembered.synchronous()::invalidate),
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
        return remembered
                .get(new AttributesOf(tenant, entity.id(), scope), (of, _) -> reads.get(of))
                .thenApply(found ->
                        found.stream()
                                .filter(attribute -> names.contains(attribute.keyValue().key()))
                                .toList());
    }

    /** The number of writes that wait for their transaction. */
    public int waitingWrites() {
        return committer.waitingItems();
    }

    /** Writes all accepted items and stops; interrupts reads that wait for the database. */
    @Override
    public void close() {
        committer.close();
        reads.close();
    }

    private static int weigh(AttributesOf of, List<Attribute> attributes) {
        return Math.toIntExact(
                Math.min(
                        Integer.MAX_VALUE,
                        bytes(attributes.stream().map(Attribute::keyValue).toList())));
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
