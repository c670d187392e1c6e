// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A set of keys that come together in one message: their numbers, in ascending order. */
final class Shape {

    /** The id of rows that name their keys themselves. */
    static final int MIXED = 0;

    /** Larger sets do not repeat; their rows name their keys themselves. */
    static final int MOST_KEYS = 256;

    private final int[] keys;
    private final int hash;

    /** The given array becomes the shape's. */
    Shape(int[] ascendingKeys) {
        this.keys = ascendingKeys;
        this.hash = Arrays.hashCode(ascendingKeys);
    }

    int size() {
        return keys.length;
    }

    int key(int position) {
        return keys[position];
    }

    /** Where a key stands in the shape's rows, from 0, or negative if it does not. */
    int position(int key) {
        return Arrays.binarySearch(keys, key);
    }

    Integer[] boxed() {
        return Arrays.stream(keys).boxed().toArray(Integer[]::new);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Shape that && hash == that.hash && Arrays.equals(keys, that.keys);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(keys);
    }
}
