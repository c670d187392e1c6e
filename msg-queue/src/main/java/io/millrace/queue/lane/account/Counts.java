// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.account;

import java.util.EnumMap;
import java.util.Map;

/** A count for each constant of an enumeration, kept in an array because it changes several times for each message. */
final class Counts<K extends Enum<K>> {

    private final Class<K> type;
    private final long[] counts;

    Counts(Class<K> type) {
        this.type = type;
        this.counts = new long[type.getEnumConstants().length];
    }

    @SuppressWarnings("EnumOrdinal") // ordinals are not stored and do not outlive the process
    void add(K key, long count) {
        counts[key.ordinal()] += count;
    }

    @SuppressWarnings("EnumOrdinal") // see above
    long get(K key) {
        return counts[key.ordinal()];
    }

    long sum() {
        long all = 0;
        for (long count : counts) {
            all += count;
        }
        return all;
    }

    @SuppressWarnings("EnumOrdinal") // see above
    Map<K, Long> toMap() {
        Map<K, Long> map = new EnumMap<>(type);
        for (K key : type.getEnumConstants()) {
            map.put(key, counts[key.ordinal()]);
        }
        return map;
    }
}
