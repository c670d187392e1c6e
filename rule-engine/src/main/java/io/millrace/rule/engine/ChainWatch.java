// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleNodeId;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the visits to the nodes of one chain version while it is watched. Each stripe has counters of its own, which
 * only the stripe changes, so counting needs no atomic instruction; readings add them up and may be behind by a few
 * messages. A visit is counted as left only where it was counted as arrived, so a backlog is exact, but without the
 * messages that were in a node before.
 */
final class ChainWatch {

    private static final int ARRIVED = 0;
    private static final int LEFT = 1;
    private static final int FAILED = 2;
    private static final int LATENCIES = 3;
    private static final int OF_NODE = LATENCIES + LatencyBuckets.COUNT;

    private final List<AtomicLongArray> stripes = new ArrayList<>();
    private final List<RuleNodeId> nodes;

    ChainWatch(int stripes, List<RuleNodeId> nodes) {
        this.nodes = nodes;
        for (int i = 0; i < stripes; i++) {
            this.stripes.add(new AtomicLongArray(nodes.size() * OF_NODE));
        }
    }

    void arrived(int stripe, int node) {
        count(stripe, node, ARRIVED);
    }

    /** @param refused true if the node did not admit the message, so that its time in the node means nothing */
    void left(int stripe, int node, long nanos, boolean failed, boolean refused) {
        count(stripe, node, LEFT);
        if (failed || refused) {
            count(stripe, node, FAILED);
        }
        if (!refused) {
            count(stripe, node, LATENCIES + LatencyBuckets.indexOf(nanos));
        }
    }

    private void count(int stripe, int node, int what) {
        AtomicLongArray counters = stripes.get(stripe);
        int index = node * OF_NODE + what;
        counters.setOpaque(index, counters.getPlain(index) + 1);
    }

    /** Reads the counts. Messages that leave meanwhile are not missing among those that have arrived. */
    ChainCounts read() {
        List<NodeCounts> counts = new ArrayList<>(nodes.size());
        for (int node = 0; node < nodes.size(); node++) {
            SortedMap<Integer, Long> latencies = new TreeMap<>();
            for (int bucket = 0; bucket < LatencyBuckets.COUNT; bucket++) {
                long count = sum(node, LATENCIES + bucket);
                if (count > 0) {
                    latencies.put(bucket, count);
                }
            }
            long failed = sum(node, FAILED);
            long left = sum(node, LEFT);
            counts.add(
                    new NodeCounts(nodes.get(node), sum(node, ARRIVED), left, failed, latencies));
        }
        return new ChainCounts(this, counts);
    }

    private long sum(int node, int what) {
        long sum = 0;
        for (AtomicLongArray counters : stripes) {
            sum += counters.getOpaque(node * OF_NODE + what);
        }
        return sum;
    }
}
