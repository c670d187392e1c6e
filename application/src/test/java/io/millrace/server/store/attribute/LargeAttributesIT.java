// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.watch.ValueWatch;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

/** Entities with 3,000 attributes of 200,000 characters, and answers of two megabytes. */
class LargeAttributesIT {

    private static final AnswerLimit LIMIT = new AnswerLimit(2 << 20);
    private static final int KEYS = 3_000;
    private static final int LENGTH = 200_000;
    private static final Set<AttributeScope> SERVER = EnumSet.of(AttributeScope.SERVER_SCOPE);
    private static final Set<AttributeScope> ALL = EnumSet.allOf(AttributeScope.class);

    private static JdbcTemplate jdbc;
    private static AttributeStorage storage;
    private static AttributeReader reader;
    private static TenantId tenant;
    private static EntityId large;

    @BeforeAll
    static void open() {
        DataSource database = TestDatabase.freshDatabase();
        jdbc = new JdbcTemplate(database);
        KeyDictionary keys = new KeyDictionary(KeyDictionary.DEFAULT_BOUND);
        storage =
                new AttributeStorage(
                        new Transactions(database, new StorageHealth()),
                        keys,
                        CommitLimits.DEFAULT,
                        ValueWatch.NONE,
                        LIMIT);
        reader = new AttributeReader(database, keys, LIMIT);
        tenant = new TenantId(TimeOrderedUuid.next());
        jdbc.update(
                "insert into key_dictionary (tenant_id, key) select ?, 'k' || n from generate_series(1, ?) n",
                tenant.id(),
                KEYS);
        // Copied without being compressed again.
        jdbc.update("create table long_value as select to_jsonb(repeat('x', ?)) as val", LENGTH);
        large = filled();
    }

    private static EntityId filled() {
        EntityId entity = new DeviceId(TimeOrderedUuid.next()).entity();
        jdbc.update(
                """
                insert into attribute (entity_id, scope, key_id, updated_at, val)
                select ?, 2, id, 1000, v.val from key_dictionary, long_value v
                 where tenant_id = ? and key like 'k%'
                """,
                entity.id(), tenant.id());
        return entity;
    }

    @AfterAll
    static void close() {
        storage.close();
    }

    private static List<String> keys(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(n -> "k" + n).toList();
    }

    private static CompletableFuture<List<Attribute>> find(EntityId entity, List<String> keys) {
        return storage.find(tenant, entity, AttributeScope.SERVER_SCOPE, keys)
                .toCompletableFuture();
    }

    private static List<Attribute> found(CompletableFuture<List<Attribute>> answer) {
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static List<String> names(List<Attribute> attributes) {
        return attributes.stream().map(attribute -> attribute.keyValue().key()).toList();
    }

    @Test
    void aReadByKeysHasTheseAndAReadOfAllIsRefused() {
        assertThat(reader.attributes(tenant, large, ALL, Set.of("k1", "k2999", "none")))
                .containsOnlyKeys(AttributeScope.SERVER_SCOPE)
                .allSatisfy((_, found) -> assertThat(names(found)).containsExactly("k1", "k2999"));
        assertThat(
                        reader.attributes(
                                tenant, large, EnumSet.of(AttributeScope.CLIENT_SCOPE), Set.of()))
                .isEmpty();
        assertThat(reader.keys(tenant, large, ALL)).hasSize(KEYS).isSorted().contains("k17");

        assertThatThrownBy(() -> reader.attributes(tenant, large))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the attributes of %s have more than 2097152 bytes; name the keys that you need",
                        large);
        assertThatThrownBy(() -> reader.attributes(tenant, large, SERVER, Set.copyOf(keys(1, 11))))
                .isInstanceOf(StoreException.class)
                .hasMessage(
                        "the attributes of %s have more than 2097152 bytes; name fewer keys",
                        large);
    }

    @Test
    void aStrangerReadsNothing() {
        TenantId stranger = new TenantId(TimeOrderedUuid.next());

        assertThat(reader.attributes(stranger, large, ALL, Set.of("k1"))).isEmpty();
        assertThat(reader.keys(stranger, large, ALL)).isEmpty();
    }

    @Test
    void aLookUpHasItsKeysAndOneThatIsTooLargeFails() {
        assertThat(names(found(find(large, keys(1, 10))))).hasSize(10);
        assertThat(names(found(find(large, List.of("k5", "none"))))).containsExactly("k5");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> found(find(large, keys(1, 11))))
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(StoreException.class)
                    .hasMessageContaining(
                            "the attributes of %s have more than 2097152 bytes; name fewer keys",
                            large);
        }
    }

    @Test
    void lookUpsThatAreReadTogetherAreAllAnsweredAndOnlyThoseThatAreTooLargeFail() {
        List<EntityId> entities = Stream.generate(LargeAttributesIT::filled).limit(6).toList();
        record LookUp(int keys, CompletableFuture<List<Attribute>> answer) {}
        List<LookUp> lookUps =
                IntStream.range(0, 300)
                        .mapToObj(i -> {
                            int keys = i % 7 == 3 ? 11 + i % 5 : 1 + i % 10;
                            return new LookUp(
                                    keys, find(entities.get(i % 6), keys(1 + i, i + keys)));
                        })
                        .toList();

        for (LookUp lookUp : lookUps) {
            if (lookUp.keys() > 10) {
                assertThatThrownBy(() -> found(lookUp.answer()))
                        .hasCauseInstanceOf(StoreException.class)
                        .hasMessageContaining("2097152 bytes");
            } else {
                assertThat(found(lookUp.answer())).hasSize(lookUp.keys());
            }
        }
    }

    @Test
    void aWriteIsSeenByTheNextLookUpWhateverKeysItNames() {
        EntityId device = new DeviceId(TimeOrderedUuid.next()).entity();
        for (int i = 0; i < 20; i++) {
            LongValue value = new LongValue(i);
            storage.save(
                            tenant,
                            device,
                            AttributeScope.SERVER_SCOPE,
                            List.of(new KeyValue("k1", value), new KeyValue("new" + i, value)),
                            i)
                    .toCompletableFuture()
                    .orTimeout(30, TimeUnit.SECONDS)
                    .join();
            for (List<String> keys :
                    List.of(List.of("k1"), List.of("k1", "k2"), List.of("k1", "new" + i))) {
                assertThat(found(find(device, keys)))
                        .contains(new Attribute(new KeyValue("k1", value), i))
                        .hasSize(keys.contains("new" + i) ? 2 : 1);
            }
        }
        assertThat(reader.attributes(tenant, device))
                .hasEntrySatisfying(
                        AttributeScope.SERVER_SCOPE, found -> assertThat(found).hasSize(21));
        assertThat(Map.copyOf(reader.attributes(tenant, device, ALL, Set.of("k1")))).hasSize(1);
    }
}
