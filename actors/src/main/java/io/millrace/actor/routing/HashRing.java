// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A ring of 64-bit numbers on which each node has many points. A key belongs to the node of the next point. When a
 * node leaves, its keys go to the next nodes and no other key moves.
 */
final class HashRing {

    private static final int POINTS_PER_NODE = 128;

    /** Added to the hash of a key, so that keys do not fall on the points of nodes with the same number. */
    private static final long KEY_SEED = 0x9e37_79b9_7f4a_7c15L;

    private final long[] points;
    private final int[] indexes;

    /**
     * @param nodes distinct and stable numbers of the nodes; a key is mapped to the index of its node in this list
     */
    HashRing(List<Integer> nodes) {
        List<Point> sorted =
                IntStream.range(0, nodes.size())
                        .boxed()
                        .flatMap(index ->
                                IntStream.range(0, POINTS_PER_NODE)
                                        .mapToObj(i -> point(nodes.get(index), i, index)))
                        .sorted(Comparator.comparingLong(Point::at).thenComparingInt(Point::index))
                        .toList();
        points = sorted.stream().mapToLong(Point::at).toArray();
        indexes = sorted.stream().mapToInt(Point::index).toArray();
    }

    /** The index of the node that a key belongs to. */
    int indexFor(@Nullable Object key) {
        long hash = mix(Objects.hashCode(key) + KEY_SEED);
        int low = 0;
        int high = points.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (points[middle] < hash) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return indexes[low == points.length ? 0 : low];
    }

    private static Point point(int node, int number, int index) {
        return new Point(mix(((long) node << 32) + number), index);
    }

    /** The finalizer of SplitMix64: each bit of the result depends on every bit of the argument. */
    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d0_49bb_1331_11ebL;
        return mixed ^ (mixed >>> 31);
    }

    private record Point(long at, int index) {}
}
