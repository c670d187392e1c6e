// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.nodestate;

import io.millrace.rule.engine.LatencyBuckets;
import io.millrace.rule.engine.NodeCounts;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures of a node over the last seconds.
 *
 * @param perSecond messages that left the node, per second
 * @param failedPerSecond those of them that failed, per second
 * @param backlog messages that have arrived and not left, of those that arrived since figures are counted
 * @param p50Micros median of the time from arriving to leaving, in microseconds; 0 without messages
 * @param p99Micros the time that 99 % of the messages do not exceed
 * @param latencies number of messages by {@linkplain LatencyBuckets bucket} of that time; buckets without messages are
 *     absent. The sums of several instances give their common percentiles
 */
public record NodeFigures(
        double perSecond,
        double failedPerSecond,
        long backlog,
        long p50Micros,
        long p99Micros,
        SortedMap<Integer, Long> latencies) {

    /** Returns the figures of the time between two readings. */
    static NodeFigures between(NodeCounts earlier, NodeCounts later, double seconds) {
        NodeCounts since = later.since(earlier);
        return of(
                since.left() / seconds,
                since.failed() / seconds,
                later.backlog(),
                since.latencies());
    }

    private static NodeFigures of(
            double perSecond, double failed, long backlog, SortedMap<Integer, Long> latencies) {
        return new NodeFigures(
                perSecond,
                failed,
                backlog,
                LatencyBuckets.percentileMicros(latencies, 0.5),
                LatencyBuckets.percentileMicros(latencies, 0.99),
                latencies);
    }

    /** Returns the figures of both instances together. */
    NodeFigures plus(NodeFigures other) {
        SortedMap<Integer, Long> sum = new TreeMap<>(latencies);
        other.latencies.forEach((bucket, count) -> sum.merge(bucket, count, Long::sum));
        return of(
                perSecond + other.perSecond,
                failedPerSecond + other.failedPerSecond,
                backlog + other.backlog,
                sum);
    }
}
