// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.value;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mvel2.execution.ExecutionArrayList;
import org.mvel2.execution.ExecutionHashMap;
import org.mvel2.util.ArrayTools;

/** A map of a script. A key to which null is assigned is removed. */
@SuppressWarnings({"unchecked", "NullAway"}) // the library's signatures
public final class TbelMap<K extends @Nullable Object, V extends @Nullable Object>
        extends ExecutionHashMap<K, V> {

    private static final long serialVersionUID = 1;
    private static final String COMPARED = "the comparison of a map";
    private static final String HASHED = "the hash of a map";

    private final transient MeteredContext context;

    public TbelMap(int size, MeteredContext context) {
        super(size, context);
        this.context = context;
    }

    public TbelMap(Map<? extends K, ? extends V> entries, MeteredContext context) {
        this(Math.max(16, 2 * entries.size()), context);
        putAll(entries);
    }

    @Override
    public @Nullable V put(K key, V value) {
        return super.put((K) context.own(key), (V) context.own(value));
    }

    /**
     * Puts an entry of an argument, without the library's count, which costs several times as much as the entry. A null
     * value is left out.
     *
     * @param value a value that a script may keep ({@link MeteredContext#own})
     */
    public void fill(K key, V value) {
        if (value != null) {
            V _ = merge(key, value, (_, last) -> last);
        }
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> entries) {
        entries.forEach(this::put);
    }

    @Override
    public @Nullable V putIfAbsent(K key, V value) {
        return super.putIfAbsent((K) context.own(key), (V) context.own(value));
    }

    @Override
    public boolean replace(K key, V before, V after) {
        return super.replace(key, before, (V) context.own(after));
    }

    @Override
    public @Nullable V replace(K key, V value) {
        return super.replace(key, (V) context.own(value));
    }

    @Override
    public ExecutionArrayList<V> values() {
        TbelList<V> values = new TbelList<>(context);
        forEach((_, value) -> values.add(value));
        return values;
    }

    @Override
    public ExecutionArrayList<K> keys() {
        TbelList<K> keys = new TbelList<>(context);
        forEach((key, _) -> keys.add(key));
        return keys;
    }

    @Override
    public ExecutionHashMap<K, V> slice() {
        return new TbelMap<>(this, context);
    }

    @Override
    public ExecutionHashMap<K, V> slice(int start) {
        return slice(start, size());
    }

    @Override
    public ExecutionHashMap<K, V> slice(int start, int end) {
        List<K> keys = keys();
        int to = ArrayTools.initEndIndex(end, keys);
        TbelMap<K, V> slice = new TbelMap<>(16, context);
        for (int i = ArrayTools.initStartIndex(start, keys); i < to; i++) {
            slice.put(keys.get(i), get(keys.get(i)));
        }
        return slice;
    }

    @Override
    public ExecutionHashMap<K, V> toSortedByValue(boolean ascending) {
        return new TbelMap<>(super.toSortedByValue(ascending), context);
    }

    @Override
    public ExecutionHashMap<K, V> toSortedByKey(boolean ascending) {
        return new TbelMap<>(super.toSortedByKey(ascending), context);
    }

    @Override
    public ExecutionHashMap<K, V> toInverted() {
        return new TbelMap<>(super.toInverted(), context);
    }

    @Override
    public ExecutionHashMap<K, V> toReversed() {
        return new TbelMap<>(super.toReversed(), context);
    }

    @Override
    public int hashCode() {
        context.enter(HASHED);
        int[] hash = {0};
        forEach((key, value) -> {
            context.visit(HASHED, key);
            context.visit(HASHED, value);
            hash[0] += Objects.hashCode(key) ^ Objects.hashCode(value);
        });
        context.leave();
        return hash[0];
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (other == this) {
            return true;
        }
        return other instanceof Map<?, ?> map && map.size() == size() && equalsAll(map);
    }

    private boolean equalsAll(Map<?, ?> map) {
        context.enter(COMPARED);
        boolean equal = true;
        for (Iterator<K> keys = keySet().iterator(); equal && keys.hasNext(); ) {
            K key = keys.next();
            V value = get(key);
            context.visit(COMPARED, key);
            context.visit(COMPARED, value);
            equal = Objects.equals(value, map.get(key));
        }
        context.leave();
        return equal;
    }

    @Override
    public String toString() {
        return ValueText.of(context, this);
    }
}
