// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value.LongValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.AttributeStoreContract;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.keydictionary.KeyDictionary;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class AttributeStorageContractIT extends AttributeStoreContract {

    private static DataSource database;
    private static AttributeStorage storage;
    private static AttributeReader reader;

    @BeforeAll
    static void open() {
        database = TestDatabase.freshDatabase();
        KeyDictionary keys = new KeyDictionary(KeyDictionary.DEFAULT_BOUND);
        storage = open(keys);
        reader = new AttributeReader(database, keys, AnswerLimit.DEFAULT);
    }

    private static AttributeStorage open(KeyDictionary keys) {
        return new AttributeStorage(
                new Transactions(database, new StorageHealth()), keys, CommitLimits.DEFAULT);
    }

    @AfterAll
    static void close() {
        storage.close();
    }

    @Override
    protected AttributeStore store() {
        return storage;
    }

    @Test
    void readsAttributesOfOneScopeOrOfAll() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        EntityId device = new DeviceId(TimeOrderedUuid.next()).entity();
        save(tenant, device, AttributeScope.SERVER_SCOPE, "b", 1);
        save(tenant, device, AttributeScope.SERVER_SCOPE, "a", 2);
        save(tenant, device, AttributeScope.CLIENT_SCOPE, "a", 3);

        Attribute serverA = attribute("a", 2);
        Attribute serverB = attribute("b", 1);
        assertThat(reader.attributes(tenant, device, AttributeScope.SERVER_SCOPE))
                .containsExactly(serverA, serverB);
        assertThat(reader.attributes(tenant, device, AttributeScope.SHARED_SCOPE)).isEmpty();
        assertThat(reader.attributes(tenant, device))
                .containsOnly(
                        Map.entry(AttributeScope.SERVER_SCOPE, List.of(serverA, serverB)),
                        Map.entry(AttributeScope.CLIENT_SCOPE, List.of(attribute("a", 3))));
        assertThat(reader.attributes(new TenantId(TimeOrderedUuid.next()), device)).isEmpty();
    }

    @Test
    void aReadSeesEveryEarlierWriteOfThisInstance() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        EntityId device = new DeviceId(TimeOrderedUuid.next()).entity();
        for (int i = 1; i <= 50; i++) {
            save(tenant, device, AttributeScope.SERVER_SCOPE, "a", i);
            assertThat(found(storage, tenant, device, "a")).containsExactly(attribute("a", i));
        }
        join(storage.delete(tenant, device, AttributeScope.SERVER_SCOPE, List.of("a"), null));
        assertThat(found(storage, tenant, device, "a")).isEmpty();
    }

    @Test
    void aReadSeesTheWritesOfAnotherInstanceWithinASecond() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        EntityId device = new DeviceId(TimeOrderedUuid.next()).entity();
        save(tenant, device, AttributeScope.SERVER_SCOPE, "a", 1);
        try (AttributeStorage other = open(new KeyDictionary(KeyDictionary.DEFAULT_BOUND))) {
            assertThat(found(other, tenant, device, "a")).containsExactly(attribute("a", 1));

            save(tenant, device, AttributeScope.SERVER_SCOPE, "a", 2);

            await().untilAsserted(() ->
                    assertThat(found(other, tenant, device, "a"))
                            .containsExactly(attribute("a", 2)));
        }
    }

    @Test
    void keysThatAnotherInstanceAddedAreFound() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        EntityId device = new DeviceId(TimeOrderedUuid.next()).entity();
        save(tenant, device, AttributeScope.SERVER_SCOPE, "a", 1);
        KeyDictionary keys = new KeyDictionary(KeyDictionary.DEFAULT_BOUND);
        AttributeReader others = new AttributeReader(database, keys, AnswerLimit.DEFAULT);
        Set<AttributeScope> server = Set.of(AttributeScope.SERVER_SCOPE);
        try (AttributeStorage other = open(keys)) {
            assertThat(found(other, tenant, device, "a")).containsExactly(attribute("a", 1));

            save(tenant, device, AttributeScope.SERVER_SCOPE, "later", 2);

            assertThat(found(other, tenant, device, "later"))
                    .containsExactly(attribute("later", 2));
            assertThat(others.attributes(tenant, device, server, Set.of("a", "later")))
                    .containsOnly(
                            Map.entry(
                                    AttributeScope.SERVER_SCOPE,
                                    List.of(attribute("a", 1), attribute("later", 2))));
            assertThat(others.attributes(tenant, device, AttributeScope.SERVER_SCOPE)).hasSize(2);
        }
    }

    @Test
    void manyEntitiesAreReadAtOnceEachWithItsOwnAttributes() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        TenantId stranger = new TenantId(TimeOrderedUuid.next());
        List<EntityId> devices =
                Stream.generate(() -> new DeviceId(TimeOrderedUuid.next()).entity())
                        .limit(300)
                        .toList();
        for (int i = 0; i < devices.size(); i++) {
            save(tenant, devices.get(i), AttributeScope.SERVER_SCOPE, "a", i);
        }
        save(stranger, devices.getFirst(), AttributeScope.SHARED_SCOPE, "a", 7);

        List<CompletionStage<List<Attribute>>> reads =
                devices.stream()
                        .map(device ->
                                storage.find(
                                        tenant,
                                        device,
                                        AttributeScope.SERVER_SCOPE,
                                        List.of("a", "b")))
                        .toList();

        for (int i = 0; i < devices.size(); i++) {
            assertThat(join(reads.get(i))).containsExactly(attribute("a", i));
        }
        assertThat(
                        join(
                                storage.find(
                                        stranger,
                                        devices.getFirst(),
                                        AttributeScope.SERVER_SCOPE,
                                        List.of("a"))))
                .isEmpty();
    }

    private static List<Attribute> found(
            AttributeStorage in, TenantId tenant, EntityId device, String key) {
        return join(in.find(tenant, device, AttributeScope.SERVER_SCOPE, List.of(key)));
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static Attribute attribute(String key, long value) {
        return new Attribute(new KeyValue(key, new LongValue(value)), value);
    }

    private static void save(
            TenantId tenant, EntityId device, AttributeScope scope, String key, long value) {
        storage.save(tenant, device, scope, List.of(new KeyValue(key, new LongValue(value))), value)
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }
}
