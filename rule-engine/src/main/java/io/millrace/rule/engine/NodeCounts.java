// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.RuleNodeId;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was counted at a node since its chain has been watched.
 *
 * @param arrived messages that were sent to the node
 * @param left messages that have left it, in any way
 * @param failed those that left it with a failure, were given up in it, or were refused
 * @param latencies number of messages that the node had admitted, by {@linkplain LatencyBuckets bucket} of the time from
 *     arriving to leaving; buckets without messages are absent
 */
public record NodeCounts(
        RuleNodeId node, long arrived, long left, long failed, SortedMap<Integer, Long> latencies) {

    /** Returns what was counted after an earlier reading of the same watch. */
    public NodeCounts since(NodeCounts earlier) {
        SortedMap<Integer, Long> since = new TreeMap<>();
        latencies.forEach((bucket, count) -> {
            long more = count - earlier.latencies.getOrDefault(bucket, 0L);
            if (more > 0) {
                since.put(bucket, more);
            }
        });
        return new NodeCounts(
                node,
                arrived - earlier.arrived,
                left - earlier.left,
                failed - earlier.failed,
                since);
    }

    /** Number of messages that have arrived and not left. */
    public long backlog() {
        return arrived - left;
    }
}
