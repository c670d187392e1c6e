// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A set of keys that occur together in one message, by their numbers in ascending order, and the time to live that the
 * message set. A row's shape thus says how long the row is kept, without a column of its own.
 *
 * <p>Rows beyond the bounds of shapes are mixed: they contain their keys, and their shape ids, 0 or less, say only the
 * time to live: that many minutes, negated; 0 for none.
 */
final class Shape {

    /** The shape of all mixed rows of an entity: it has no keys. */
    static final Shape OF_MIXED_ROWS = new Shape(new int[0], 0);

    /** Maximum number of keys of a shape. Larger sets rarely repeat, so they are stored in mixed rows. */
    static final int MOST_KEYS = 256;

    private final int[] keys;
    private final int ttlMinutes;
    private final int hash;

    /**
     * Creates a shape; the array is not copied.
     *
     * @param ttlMinutes one of the times of {@link TimeToLive}; 0 for none
     */
    Shape(int[] ascendingKeys, int ttlMinutes) {
        this.keys = ascendingKeys;
        this.ttlMinutes = ttlMinutes;
        this.hash = 31 * Arrays.hashCode(ascendingKeys) + ttlMinutes;
    }

    /** One key, without a time to live. */
    static Shape ofOne(int key) {
        return new Shape(new int[] {key}, 0);
    }

    /** True if rows with this shape id are mixed. */
    static boolean isMixed(int shapeId) {
        return shapeId <= 0;
    }

    int ttlMinutes() {
        return ttlMinutes;
    }

    /** The id of the mixed rows in which values of this shape are stored beyond the bounds. */
    int mixedId() {
        return -TimeToLive.ofMixedRows(ttlMinutes);
    }

    int size() {
        return keys.length;
    }

    int key(int position) {
        return keys[position];
    }

    /** Passes each key. */
    void forEach(IntConsumer to) {
        Arrays.stream(keys).forEach(to);
    }

    /** Returns the position of a key in the shape's rows, from 0; negative if the shape does not have it. */
    int position(int key) {
        return Arrays.binarySearch(keys, key);
    }

    /** The keys as PostgreSQL writes an array. */
    String literal() {
        return Arrays.stream(keys)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(",", "{", "}"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Shape that
                && hash == that.hash
                && ttlMinutes == that.ttlMinutes
                && Arrays.equals(keys, that.keys);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(keys) + (ttlMinutes == 0 ? "" : " for " + ttlMinutes + " min");
    }
}
