// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.kafka.KafkaQueue;
import io.millrace.queue.kafka.KafkaQueueException;
import io.millrace.server.registry.queue.WaitingQueues.Waiting;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/**
 * Completes changes of the number of partitions: lets the messages in a queue's new topic start when all messages in
 * its former topic have ended. Used by one thread.
 */
@Component
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
final class PartitionChanges {

    private static final Logger log = LoggerFactory.getLogger(PartitionChanges.class);

    /** How long an instance that learns of the change late may write to the former topic. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final WaitingQueues waiting;
    private final QueueRegistry registry;

    /** Minutes since the change for which a warning was logged, by topic that waits. */
    private final Map<String, Long> warned = new HashMap<>();

    PartitionChanges(WaitingQueues waiting, QueueRegistry registry) {
        this.waiting = waiting;
        this.registry = registry;
    }

    /** True if this instance knows of a queue that waits for its former topic. */
    boolean isAny() {
        return Stream.concat(registry.all().stream(), registry.retired().stream())
                .map(NamedQueue::definition)
                .anyMatch(QueueDefinition::isWaiting);
    }

    /**
     * Completes the changes that can be completed now.
     *
     * @return true if there was one
     */
    boolean complete(KafkaQueue kafka) {
        List<Waiting> all = waiting.next();
        warned.keySet().retainAll(all.stream().map(Waiting::topic).collect(Collectors.toSet()));
        boolean completed = false;
        for (Waiting queue : all) {
            if (hasEnded(kafka, queue) && waiting.release(queue)) {
                log.info(
                        "Queue {} has {} partitions now: the messages in topic {} have ended, {} s after the change; those in topic {} start",
                        queue.key(),
                        queue.partitions(),
                        queue.formerTopic(),
                        queue.since().toSeconds(),
                        queue.topic());
                completed = true;
            }
        }
        return completed;
    }

    private boolean hasEnded(KafkaQueue kafka, Waiting queue) {
        if (queue.since().compareTo(GRACE) < 0) {
            return false;
        }
        try {
            long records = kafka.unfinished(queue.formerTopic());
            // A topic that is missing would be created after the wait, and by then messages could
            // have gone to the former one.
            if (records == 0 && queue.inFlight() == 0 && kafka.hasTopic(queue.topic())) {
                return true;
            }
            warnOfDelay(queue, records);
        } catch (KafkaQueueException e) {
            log.warn(
                    "Cannot read the progress of topic {}, whose messages end before queue {} has {} partitions; retrying: {}",
                    queue.formerTopic(),
                    queue.key(),
                    queue.partitions(),
                    e.toString());
        }
        return false;
    }

    private void warnOfDelay(Waiting queue, long records) {
        long minutes = queue.since().toMinutes();
        if (minutes > warned.getOrDefault(queue.topic(), 0L)) {
            warned.put(queue.topic(), minutes);
            log.warn(
                    "Queue {} changes from {} to {} partitions since {} min: up to {} records in topic {} and {} messages in table in_flight end first",
                    queue.key(),
                    queue.formerPartitions(),
                    queue.partitions(),
                    minutes,
                    records,
                    queue.formerTopic(),
                    queue.inFlight());
        }
    }
}
