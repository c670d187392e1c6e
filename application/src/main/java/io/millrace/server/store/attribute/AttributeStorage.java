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
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
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
    private static final int LOOK_UPS_PER_READ = 256;
    private static final long MEMORY_BYTES = 16 << 20;
    private static final int BYTES_PER_WRITE = 200;
    private static final int BYTES_PER_VALUE = 60;

    /** With its attribute, key and value. */
    private static final int BYTES_PER_REMEMBERED = 150;

    private static final int BYTES_PER_CHARACTER = 2;

    private final GroupCommitter<AttributeWrite> committer;
    private final GroupReads<AttributesOf, LookedUp> reads;
    private final AnswerLimit limit;
    private final ValueWatch watch;
    private final AttributeVersions versions = new AttributeVersions();
    private final AsyncCache<AtVersion, LookedUp> remembered =
            Caffeine.newBuilder()
                    .expireAfterWrite(MEMORY)
                    .maximumWeight(MEMORY_BYTES)
                    .weigher(AttributeStorage::weigh)
                    .executor(Runnable::run)
                    .buildAsync();

    /** A look-up, and the number of writes before it. */
    private record AtVersion(AttributesOf wanted, int version) {}

    /** Starts a storage whose writes no client watches. */
    public AttributeStorage(Transactions transactions, KeyDictionary keys, CommitLimits limits) {
        this(transactions, keys, limits, ValueWatch.NONE, AnswerLimit.DEFAULT);
    }

    /**
     * Starts the storage. It uses at most three connections.
     *
     * @param limit the limit of one look-up, and of the look-ups that are read with one query together
     */
    public AttributeStorage(
            Transactions transactions,
            KeyDictionary keys,
            CommitLimits limits,
            ValueWatch watch,
            AnswerLimit limit) {
        this.limit = limit;
        this.watch = watch;
        this.reads =
                new GroupReads<>(
                        "attribute-read",
                        READS_AT_ONCE,
                        LOOK_UPS_PER_READ,
                        wanted ->
                                transactions.patiently(connection ->
                                        AttributeQueries.select(connection, keys, wanted, limit)));
        this.committer =
                new GroupCommitter<>(
                        "attributes",
                        transactions,
                        new AttributeWriter(keys, watch, versions),
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
                        lease),
                Duration.ZERO);
    }

    @Override
    public CompletionStage<Void> saveUnlessNewer(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            List<KeyValue> attributes,
            long updatedAt,
            Duration patience) {
        return save(
                new AttributeWrite.Save(
                        tenant, entity.id(), scope, List.copyOf(attributes), updatedAt, true, null),
                patience);
    }

    private CompletionStage<Void> save(AttributeWrite.Save write, Duration patience) {
        return write.attributes().isEmpty()
                ? CompletableFuture.completedStage(null)
                : committer.submit(write, bytes(write.attributes()), patience);
    }

    @Override
    public CompletionStage<Void> delete(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            Collection<String> keysToDelete,
            @Nullable Lease lease) {
        List<String> copy = List.copyOf(keysToDelete);
        return copy.isEmpty()
                ? CompletableFuture.completedStage(null)
                : committer.submit(
                        new AttributeWrite.Delete(tenant, entity.id(), scope, copy, lease),
                        BYTES_PER_WRITE + (long) BYTES_PER_VALUE * copy.size());
    }

    @Override
    public CompletionStage<List<Attribute>> find(
            TenantId tenant, EntityId entity, AttributeScope scope, Collection<String> wanted) {
        Set<String> names = Set.copyOf(wanted);
        if (names.isEmpty()) {
            return CompletableFuture.completedStage(List.of());
        }
        AttributesOf of = new AttributesOf(tenant, entity, scope, names);
        return remembered
                .get(new AtVersion(of, versions.of(entity.id(), scope)), (_, _) -> reads.get(of))
                .thenApply(answer -> found(of, answer));
    }

    private List<Attribute> found(AttributesOf of, LookedUp answer) {
        return switch (answer) {
            case LookedUp.Found(List<Attribute> attributes) -> attributes;
            case LookedUp.TooLarge() -> throw AttributeQueries.tooLarge(of.entity(), limit);
        };
    }

    /** Is called after the commit of another transaction of this instance that has written an attribute. */
    void writtenElsewhere(UUID entity, AttributeScope scope) {
        versions.written(entity, scope);
        if (watch.watches(entity)) {
            watch.changed(entity);
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
        reads.close();
    }

    private static int weigh(AtVersion lookUp, LookedUp answer) {
        long bytes = BYTES_PER_WRITE;
        for (String key : lookUp.wanted().keys()) {
            bytes += BYTES_PER_VALUE + (long) BYTES_PER_CHARACTER * key.length();
        }
        if (answer instanceof LookedUp.Found(List<Attribute> attributes)) {
            for (Attribute attribute : attributes) {
                bytes +=
                        BYTES_PER_REMEMBERED
                                + BYTES_PER_CHARACTER
                                        * (attribute.keyValue().key().length()
                                                + textLength(attribute.keyValue()));
            }
        }
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, bytes));
    }

    private static long textLength(KeyValue attribute) {
        return switch (attribute.value()) {
            case StringValue(String text) -> text.length();
            case JsonValue(String text) -> text.length();
            default -> 0;
        };
    }

    private static long bytes(List<KeyValue> attributes) {
        long bytes = BYTES_PER_WRITE;
        for (KeyValue attribute : attributes) {
            bytes += BYTES_PER_VALUE + attribute.key().length() + textLength(attribute);
        }
        return bytes;
    }
}
