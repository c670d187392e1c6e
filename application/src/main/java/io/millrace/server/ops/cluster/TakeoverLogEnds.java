// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.kafka.PartitionStores.LogEnd;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.kafka.common.TopicPartition;

/** The table of the ends that logs had at the latest takeovers of each partition. */
final class TakeoverLogEnds {

    /** Number of takeovers of a partition that are kept. */
    private static final int KEPT = 8;

    /** An end that is not known, because the topic had fewer partitions. */
    private static final long UNKNOWN = -1;

    private TakeoverLogEnds() {}

    /** Stores the ends at the takeover that began a lease, and deletes those of old takeovers. */
    static void write(Connection connection, Lease lease, Map<TopicPartition, Long> ends)
            throws SQLException {
        try (PreparedStatement delete =
                connection.prepareStatement(
                        "delete from takeover_log_end where topic = ? and partition = ? and epoch <= ?")) {
            delete.setString(1, lease.topic());
            delete.setInt(2, lease.partition());
            delete.setLong(3, lease.epoch() - KEPT);
            delete.executeUpdate();
        }
        Map<String, SortedMap<Integer, Long>> byTopic = new TreeMap<>();
        ends.forEach((log, end) ->
                byTopic.computeIfAbsent(log.topic(), _ -> new TreeMap<>())
                        .put(log.partition(), end));
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        insert into takeover_log_end (topic, partition, epoch, log_topic, ends)
                        values (?, ?, ?, ?, ?)
                        """)) {
            for (Map.Entry<String, SortedMap<Integer, Long>> log : byTopic.entrySet()) {
                insert.setString(1, lease.topic());
                insert.setInt(2, lease.partition());
                insert.setLong(3, lease.epoch());
                insert.setString(4, log.getKey());
                insert.setArray(5, connection.createArrayOf("int8", array(log.getValue())));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static Long[] array(SortedMap<Integer, Long> ends) {
        Long[] array = new Long[ends.lastKey() + 1];
        for (int partition = 0; partition < array.length; partition++) {
            array[partition] = ends.getOrDefault(partition, UNKNOWN);
        }
        return array;
    }

    /** Reads the ends of one log, at the latest takeovers of all partitions. */
    static List<LogEnd> read(Connection connection, String topic, int partition)
            throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement(
                        """
                        select topic, partition, epoch, ends[?]
                          from takeover_log_end
                         where log_topic = ? and ends[?] >= 0
                        """)) {
            query.setInt(1, partition + 1);
            query.setString(2, topic);
            query.setInt(3, partition + 1);
            List<LogEnd> found = new ArrayList<>();
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    Lease lease = new Lease(row.getString(1), row.getInt(2), row.getLong(3));
                    found.add(new LogEnd(lease, row.getLong(4)));
                }
            }
            return found;
        }
    }
}
