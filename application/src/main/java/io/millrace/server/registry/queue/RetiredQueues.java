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
 * Sees deleted queues to their end. All instances go on to read their topics; one of them looks every minute whether
 * everything in them has ended, and forgets those in which it has. The others hear of that, as of any change of the
 * queues.
 */
@Component
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
final class RetiredQueues implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(RetiredQueues.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    /** So long an instance that was told late may still put messages in. */
    private static final Duration GRACE = Duration.ofMinutes(2);

    /** Any number that nobody else locks in this database. */
    private static final long LOCK = 0x6d72_7265_7469_7265L;

    private final QueueRepository queues;
    private final QueueEngine engine;
    private final ClusterLock lock;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final PeriodicTask periodic;

    RetiredQueues(
            QueueRepository queues,
            QueueEngine engine,
            DataSource dataSource,
            ApplicationEventPublisher events,
            Clock clock) {
        this.queues = queues;
        this.engine = engine;
        this.lock = new ClusterLock(dataSource, LOCK);
        this.events = events;
        this.clock = clock;
        this.periodic = new PeriodicTask("retired-queues", INTERVAL, this::look);
    }

    @Override
    public void start() {
        periodic.start(INTERVAL);
    }

    /** Forgets deleted queues whose messages have all ended, unless another instance is doing so. */
    void look() throws SQLException, InterruptedException {
        lock.runIfFree(this::forgetEnded);
    }

    private void forgetEnded() {
        boolean changed = false;
        for (QueueRepository.Retired retired :
                queues.retiredBefore(clock.millis() - GRACE.toMillis())) {
            if (engine instanceof KafkaQueue kafka
                    && kafka.hasEnded(retired.topic())
                    && queues.forget(retired)) {
                log.info("All messages of deleted queue {} have ended", retired.name());
                changed = true;
            }
        }
        if (changed) {
            events.publishEvent(new QueuesChanged());
        }
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
