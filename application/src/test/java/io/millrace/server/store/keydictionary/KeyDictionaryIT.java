// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DelegatingDataSource;

class KeyDictionaryIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final Transactions transactions = new Transactions(database, new StorageHealth());
    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());

    @Test
    void processesThatAddTheSameKeysAtOnceAgreeOnTheirNumbers() throws SQLException {
        List<String> keys = IntStream.range(0, 100).mapToObj(i -> "key " + i).toList();
        List<KeyDictionary> processes = new ArrayList<>();
        List<CompletableFuture<Void>> added = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            KeyDictionary process = new KeyDictionary(100);
            processes.add(process);
            added.add(
                    CompletableFuture.runAsync(
                            () -> keys.forEach(key -> intern(process, List.of(key)))));
        }
        added.forEach(done -> done.orTimeout(60, TimeUnit.SECONDS).join());

        Entries<String> expected = intern(new KeyDictionary(100), keys);
        for (KeyDictionary process : processes) {
            Entries<String> known = intern(process, keys);
            for (String key : keys) {
                assertThat(known.id(key)).isPositive().isEqualTo(expected.id(key));
                assertThat(known.entry(known.id(key))).isEqualTo(key);
            }
        }
    }

    @Test
    void learnsTheKeysThatAnotherProcessHasAdded() throws SQLException {
        KeyDictionary here = new KeyDictionary(100);
        KeyDictionary there = new KeyDictionary(100);
        intern(here, List.of("a"));
        int id = intern(there, List.of("b")).id("b");

        try (Connection connection = database.getConnection()) {
            assertThat(here.keys(connection, tenant).id("b")).isZero();
            assertThat(here.refresh(connection, tenant).id("b")).isEqualTo(id);
        }
    }

    @Test
    void addsAsManyKeysAsTheTenantHasRoomFor() {
        KeyDictionary dictionary = new KeyDictionary(3);

        Entries<String> known = intern(dictionary, List.of("a", "b", " ", "c", "d"));

        assertThat(List.of("a", "b", "c")).allMatch(key -> known.id(key) > 0);
        assertThat(known.id("d")).isZero();
        assertThat(known.isFull()).isTrue();
        assertThat(dictionary.refusal("d")).hasMessageContaining("3 keys");
        assertThat(dictionary.refusal(" ")).hasMessageContaining("blank");
    }

    @Test
    void addsTheKeysOfManyTenantsInFewTransactions() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        DataSource counted =
                new DelegatingDataSource(database) {
                    @Override
                    public Connection getConnection() throws SQLException {
                        begun.incrementAndGet();
                        return super.getConnection();
                    }
                };
        Map<TenantId, List<String>> wanted = new HashMap<>();
        IntStream.range(0, 250)
                .forEach(i ->
                        wanted.put(
                                new TenantId(TimeOrderedUuid.next()),
                                List.of("same", "key of " + i)));
        KeyDictionary dictionary = new KeyDictionary(100);

        Map<TenantId, Entries<String>> known =
                dictionary.intern(new Transactions(counted, new StorageHealth()), wanted);

        assertThat(begun).hasValue(4);
        wanted.forEach((of, keys) ->
                assertThat(keys).allMatch(key -> requireNonNull(known.get(of)).id(key) > 0));
        assertThat(known.values().stream().map(entries -> entries.id("same")))
                .doesNotHaveDuplicates();
        Map<TenantId, Entries<String>> read =
                new KeyDictionary(100).keys(transactions, wanted.keySet());
        known.forEach((of, entries) ->
                assertThat(requireNonNull(wanted.get(of)))
                        .allMatch(key -> requireNonNull(read.get(of)).id(key) == entries.id(key)));
    }

    private Entries<String> intern(KeyDictionary dictionary, List<String> keys) {
        try {
            return requireNonNull(
                    dictionary.intern(transactions, Map.of(tenant, keys)).get(tenant));
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
