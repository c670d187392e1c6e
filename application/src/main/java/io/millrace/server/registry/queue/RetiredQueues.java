// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import io.millrace.queue.QueueEngine;
import io.millrace.queue.kafka.KafkaQueue;
import io.millrace.server.platform.groupcommit.ClusterLock;
import io.millrace.server.platform.periodic.PeriodicTask;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Looks after topics that accept no new messages, in one of the instances: those of deleted queues, and the former
 * topics of queues that have changed their number of partitions. All instances read them until their messages have
 * ended. Then deleted queues are forgotten, and the messages in new topics start. Other instances are told, as of any
 * change of the queues.
 */
@Component
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
final class RetiredQueues implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RetiredQueues.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** While a queue waits for its former topic. */
    private static final Duration SHORT_INTERVAL = Duration.ofSeconds(1);

    /** So long an instance that was told late may still put messages in. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    /** Any number that nobody else locks in this database. */
    private static final long LOCK = 0x6d72_7265_7469_7265L;

    private final QueueRepository queues;
    private final PartitionChanges changes;
    private final QueueEngine engine;
    private final ClusterLock lock;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final PeriodicTask periodic;
    private long nextLook;

    RetiredQueues(
            QueueRepository queues,
            PartitionChanges changes,
            QueueEngine engine,
            DataSource dataSource,
            ApplicationEventPublisher events,
            Clock clock) {
        this.queues = queues;
        this.changes = changes;
        this.engine = engine;
        this.lock = new ClusterLock(dataSource, LOCK);
        this.events = events;
        this.clock = clock;
        this.nextLook = clock.millis() + INTERVAL.toMillis();
        this.periodic = new PeriodicTask("retired-queues", SHORT_INTERVAL, this::lookIfDue);
    }

    @Override
    public void start() {
        periodic.start(SHORT_INTERVAL);
    }

    private void lookIfDue() throws SQLException, InterruptedException {
        if (changes.isAny() || clock.millis() >= nextLook) {
            lock.runIfFree(this::look);
        }
    }

    private void look() {
        if (!(engine instanceof KafkaQueue kafka)) {
            return;
        }
        boolean changed = changes.complete(kafka);
        if (clock.millis() >= nextLook) {
            nextLook = clock.millis() + INTERVAL.toMillis();
            changed |= forgetEnded(kafka);
        }
        if (changed) {
            events.publishEvent(new QueuesChanged());
        }
    }

    private boolean forgetEnded(KafkaQueue kafka) {
        boolean forgotten = false;
        for (QueueRepository.Retired retired :
                queues.retiredBefore(clock.millis() - GRACE.toMillis())) {
            if (kafka.hasEnded(retired.topic()) && queues.forget(retired)) {
                log.info(
                        "Topic {} of queue {}, which accepts no new messages, is no longer read: all its messages have ended",
                        retired.topic(),
                        retired.name());
                forgotten = true;
            }
        }
        return forgotten;
    }

    @Override
    public void stop() {
        periodic.stop();
    }

    @Override
    public boolean isRunning() {
        return periodic.isRunning();
    }
}
