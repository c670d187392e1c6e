// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.message.id.QueueId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of table {@code queue} whose messages start when those in a former topic have ended. */
@Component
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
final class WaitingQueues {

    /**
     * Deliveries of the former topic that were moved out of the log, where they count as ended. All of them hold up a
     * sequential queue. In the others a retry may be overtaken, so only those that have made no attempt count.
     */
    private static final String IN_FLIGHT =
            """
             from in_flight moved
            where moved.topic = :formerTopic
              and (moved.attempts = 0 or q.submit_strategy ->> 'type' like 'SEQUENTIAL%')
            """;

    private final JdbcClient jdbc;

    WaitingQueues(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * A queue that has changed its number of partitions. It may have been deleted, or changed again, since then.
     *
     * @param topic topic whose messages wait
     * @param former row of the former topic
     * @param formerTopic topic whose messages end first; those in it do not wait themselves
     * @param since time since the change
     * @param inFlight number of deliveries of the former topic that were moved out of the log and hold up the change
     */
    record Waiting(
            QueueId id,
            QueueKey key,
            int partitions,
            String topic,
            UUID former,
            int formerPartitions,
            String formerTopic,
            Duration since,
            int inFlight) {}

    /** The queues whose former topic waits for no other. */
    List<Waiting> next() {
        return jdbc.sql(
                        """
                        select q.id, q.tenant_id, q.name, q.partitions, q.log_topic, former.id as former,
                               former.partitions as former_partitions, former.log_topic as former_topic,
                               extract(epoch from clock_timestamp()) * 1000 - former.deleted_time as since,
                               (select count(*) %s) as in_flight
                          from queue q join queue former on former.id = q.predecessor
                         where former.predecessor is null
                         order by q.id
                        """
                                .formatted(IN_FLIGHT.replace(":formerTopic", "former.log_topic")))
                .query((row, _) -> waiting(row))
                .list();
    }

    private static Waiting waiting(ResultSet row) throws SQLException {
        UUID tenant = row.getObject("tenant_id", UUID.class);
        return new Waiting(
                new QueueId(row.getObject("id", UUID.class)),
                new QueueKey(
                        tenant == null ? TenantId.SYSTEM : new TenantId(tenant),
                        row.getString("name")),
                row.getInt("partitions"),
                row.getString("log_topic"),
                row.getObject("former", UUID.class),
                row.getInt("former_partitions"),
                row.getString("former_topic"),
                Duration.ofMillis(row.getLong("since")),
                row.getInt("in_flight"));
    }

    /**
     * Lets the messages of a queue start.
     *
     * @return false if deliveries of the former topic are in flight, or the queue does not wait for it any more
     */
    boolean release(Waiting queue) {
        return jdbc.sql(
                                """
                                update queue q set predecessor = null
                                 where q.id = :id and q.predecessor = :former and not exists (select %s)
                                """
                                        .formatted(IN_FLIGHT))
                        .param("id", queue.id().id())
                        .param("former", queue.former())
                        .param("formerTopic", queue.formerTopic())
                        .update()
                == 1;
    }
}
