// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The path of an attempt through the chains: the last hop of each branch. Hops link back to their predecessors, so
 * branches share the part that they have in common, and recording a hop costs one small object.
 */
public record Path(List<Hop> branchEnds) {

    /** The path of a message that reached no node. */
    public static final Path EMPTY = new Path(List.of());

    public Path {
        branchEnds = List.copyOf(branchEnds);
    }

    /** Returns a hash of one branch's path. Paths with the same labels at the same nodes have the same hash. */
    public static int fingerprint(@Nullable Hop end) {
        int fingerprint = 1;
        for (@Nullable Hop hop = end; hop != null; hop = hop.previous()) {
            fingerprint = 31 * fingerprint + hop.node().id().hashCode();
            fingerprint = 31 * fingerprint + hop.label().hashCode();
        }
        return fingerprint;
    }

    /** Returns the hops of one branch from start to end. */
    public static List<Hop> hopsTo(@Nullable Hop end) {
        List<Hop> hops = new ArrayList<>();
        for (@Nullable Hop hop = end; hop != null; hop = hop.previous()) {
            hops.add(hop);
        }
        Collections.reverse(hops);
        return hops;
    }
}
