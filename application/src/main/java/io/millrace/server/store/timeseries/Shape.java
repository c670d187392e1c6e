// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A set of keys that occur together in one message: their numbers, in ascending order. */
final class Shape {

    /** The shape id of mixed rows, which contain their keys. */
    static final int MIXED = 0;

    /** Maximum number of keys of a shape. Larger sets rarely repeat, so they are stored in mixed rows. */
    static final int MOST_KEYS = 256;

    private final int[] keys;
    private final int hash;

    /** Creates a shape; the array is not copied. */
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

    /** Returns the position of a key in the shape's rows, from 0; negative if the shape does not have it. */
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
