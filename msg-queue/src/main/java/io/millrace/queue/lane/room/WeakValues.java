// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

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

    private final ConcurrentMap<K, WeakReference<V>> values = new ConcurrentHashMap<>();
    private final Function<K, V> make;

    WeakValues(Function<K, V> make) {
        this.make = make;
    }

    V of(K key) {
        while (true) {
            WeakReference<V> known = values.computeIfAbsent(key, _ -> new WeakReference<>(null));
            V value = known.get();
            if (value != null) {
                return value;
            }
            V made = make.apply(key);
            if (values.replace(key, known, new WeakReference<>(made))) {
                return made;
            }
        }
    }

    /** Calls the action with every value, and removes the entries whose values have gone. */
    void sweep(Consumer<V> action) {
        values.forEach((key, reference) -> {
            V value = reference.get();
            if (value == null) {
                values.remove(key, reference);
            } else {
                action.accept(value);
            }
        });
    }

    void removeIf(Predicate<K> condition) {
        values.keySet().removeIf(condition);
    }

    int size() {
        return values.size();
    }
}
