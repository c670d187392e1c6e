// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads values by key, many keys with one query, as group commits write: a call that finds a reader free starts at once,
 * and the calls that arrive while all readers are at work are read together after that. A value is read after the call
 * for it, so it shows what was committed before the call. Futures complete on the reader's thread, which dependent stages
 * must not block. The number of waiting calls is bounded only by the callers. Thread-safe.
 */
public final class GroupReads<K, V> implements AutoCloseable {

    private final Read<K, V> read;
    private final int maxReaders;
    private final int maxKeys;
    private final ExecutorService threads;
    private final ConcurrentLinkedQueue<Call<K, V>> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger readers = new AtomicInteger();

    /** Reads the values of several keys. */
    @FunctionalInterface
    public interface Read<K, V> {

        /**
         * Returns the values of one or more of the keys, which may be all. The others are read by the next query. A key
         * may occur more than once. Blocks.
         */
        Map<K, V> of(List<K> keys) throws SQLException, InterruptedException;
    }

    private record Call<K, V>(K key, CompletableFuture<V> value) {}

    /**
     * Starts no thread yet.
     *
     * @param name name prefix of the threads
     * @param maxReaders maximum number of concurrent queries
     * @param maxKeys maximum number of keys of one query
     */
    public GroupReads(String name, int maxReaders, int maxKeys, Read<K, V> read) {
        this.read = read;
        this.maxReaders = maxReaders;
        this.maxKeys = maxKeys;
        this.threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name(name + "-", 1).factory());
    }

    /** Reads the value of a key. The future fails with the exception of the query. */
    public CompletableFuture<V> get(K key) {
        CompletableFuture<V> value = new CompletableFuture<>();
        waiting.add(new Call<>(key, value));
        startReader();
        return value;
    }

    private void startReader() {
        int running = readers.get();
        while (running < maxReaders) {
            if (readers.compareAndSet(running, running + 1)) {
                threads.execute(this::readAll);
                return;
            }
            running = readers.get();
        }
    }

    private void readAll() {
        List<Call<K, V>> group = nextGroup(List.of());
        while (!group.isEmpty()) {
            group = nextGroup(read(group));
        }
        readers.decrementAndGet();
        // A call may have come in between, and have found all readers at work.
        if (!waiting.isEmpty()) {
            startReader();
        }
    }

    private List<Call<K, V>> nextGroup(List<Call<K, V>> unanswered) {
        List<Call<K, V>> group = new ArrayList<>(unanswered);
        while (group.size() < maxKeys) {
            Call<K, V> call = waiting.poll();
            if (call == null) {
                break;
            }
            group.add(call);
        }
        return group;
    }

    /** Returns the calls that the query did not answer. */
    private List<Call<K, V>> read(List<Call<K, V>> group) {
        try {
            Map<K, V> values = read.of(group.stream().map(Call::key).toList());
            List<Call<K, V>> unanswered = new ArrayList<>();
            for (Call<K, V> call : group) {
                V value = values.get(call.key());
                if (value == null) {
                    unanswered.add(call);
                } else {
                    call.value().complete(value);
                }
            }
            if (unanswered.size() < group.size()) {
                return unanswered;
            }
            throw new IllegalStateException("no value was read for " + group.getFirst().key());
        } catch (SQLException | RuntimeException e) {
            group.forEach(call -> call.value().completeExceptionally(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            group.forEach(call -> call.value().completeExceptionally(e));
        }
        return List.of();
    }

    /** Interrupts running queries. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
