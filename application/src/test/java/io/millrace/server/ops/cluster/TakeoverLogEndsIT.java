// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.kafka.PartitionStores.LogEnd;
import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TakeoverLogEndsIT {

    private static final TopicPartition FIRST = new TopicPartition("log", 0);
    private static final TopicPartition THIRD = new TopicPartition("log", 2);
    private static final TopicPartition OTHER = new TopicPartition("other", 0);

    private final Connection connection;

    TakeoverLogEndsIT() throws SQLException {
        connection = TestDatabase.freshDatabase().getConnection();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static Lease lease(int partition, int epoch) {
        return new Lease("source", partition, epoch);
    }

    private void takeOver(Lease lease, Map<TopicPartition, Long> ends) throws SQLException {
        TakeoverLogEnds.write(connection, lease, ends);
    }

    @Test
    void theEndsOfALogAreReadForAllTakeovers() throws SQLException {
        takeOver(lease(0, 1), Map.of(FIRST, 10L, THIRD, 30L, OTHER, 5L));
        takeOver(lease(0, 2), Map.of(FIRST, 11L, THIRD, 31L));
        takeOver(lease(1, 1), Map.of(FIRST, 12L));

        assertThat(TakeoverLogEnds.read(connection, "log", 0))
                .containsExactlyInAnyOrder(
                        new LogEnd(lease(0, 1), 10),
                        new LogEnd(lease(0, 2), 11),
                        new LogEnd(lease(1, 1), 12));
        assertThat(TakeoverLogEnds.read(connection, "log", 2))
                .containsExactlyInAnyOrder(
                        new LogEnd(lease(0, 1), 30), new LogEnd(lease(0, 2), 31));
        assertThat(TakeoverLogEnds.read(connection, "log", 1)).as("never asked for").isEmpty();
        assertThat(TakeoverLogEnds.read(connection, "other", 0))
                .containsExactly(new LogEnd(lease(0, 1), 5));
    }

    @Test
    void theEightLatestTakeoversOfAPartitionAreKept() throws SQLException {
        for (int epoch = 1; epoch <= 20; epoch++) {
            takeOver(lease(0, epoch), Map.of(FIRST, (long) epoch));
        }
        takeOver(lease(1, 1), Map.of(FIRST, 1L));

        assertThat(TakeoverLogEnds.read(connection, "log", 0))
                .hasSize(9)
                .contains(new LogEnd(lease(0, 20), 20), new LogEnd(lease(0, 13), 13))
                .contains(new LogEnd(lease(1, 1), 1));
    }
}
