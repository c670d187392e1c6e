// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Values by key, each made when it is first wanted and kept as long as it is referred to from outside: two users of a key
 * have the same value, and a value without users goes. Safe for use by many threads.
 */
final class WeakValues<K, V> {

    private final ConcurrentMap<K, Entry<K, V>> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<V> gone = new ReferenceQueue<>();
    private final Function<K, V> make;

    WeakValues(Function<K, V> make) {
        this.make = make;
    }

    private static final class Entry<K, V> extends WeakReference<V> {

        private final K key;

        Entry(K key, V value, ReferenceQueue<V> gone) {
            super(value, gone);
            this.key = key;
        }
    }

    V of(K key) {
        while (true) {
            Entry<K, V> known = values.get(key);
            V value = known == null ? null : known.get();
            if (value != null) {
                return value;
            }
            V made = make.apply(key);
            Entry<K, V> entry = new Entry<>(key, made, gone);
            boolean isFirst =
                    known == null
                            ? values.putIfAbsent(key, entry) == null
                            : values.replace(key, known, entry);
            if (isFirst) {
                return made;
            }
        }
    }

    /** Calls the action with every value. */
    void forEach(Consumer<V> action) {
        for (Entry<K, V> entry : values.values()) {
            V value = entry.get();
            if (value != null) {
                action.accept(value);
            }
        }
    }

    /** Removes the entries whose values have gone. */
    void removeGone() {
        for (Reference<? extends V> entry = gone.poll(); entry != null; entry = gone.poll()) {
            if (entry instanceof Entry<?, ?> cleared) {
                values.remove(cleared.key, cleared);
            }
        }
    }

    void removeIf(Predicate<K> condition) {
        values.keySet().removeIf(condition);
    }

    int size() {
        return values.size();
    }
}
