// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.queue.QueueEngine;
import io.millrace.queue.kafka.KafkaQueueException;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.start.StartException;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the queue before its producers, and stops it after them. The stop has an order: first the producers end, then
 * running deliveries end or are stored, then the engine's nodes close.
 */
public final class EngineLifecycle implements SmartLifecycle, DisposableBean {

    /** The phase of the queue; everything that submits messages has a later phase. */
    public static final int PHASE = 0;

    private final QueueEngine queue;
    private final RuleEngine engine;
    private volatile boolean running;
    private boolean closed;

    EngineLifecycle(QueueEngine queue, RuleEngine engine) {
        this.queue = queue;
        this.engine = engine;
    }

    @Override
    public void start() {
        try {
            queue.start(engine::process);
        } catch (KafkaQueueException e) {
            throw new StartException(
                    "Kafka cannot be used: %s (%s); check that the brokers run, SPRING_KAFKA_BOOTSTRAP_SERVERS and the other settings SPRING_KAFKA_*."
                            .formatted(e.getMessage(), cause(e)),
                    e);
        }
        running = true;
    }

    private static String cause(KafkaQueueException e) {
        Throwable cause = e.getCause();
        return cause == null ? "no reason given" : String.valueOf(cause.getMessage());
    }

    @Override
    public void stop() {
        close();
        running = false;
    }

    /** Closes what a start that failed, here or before, has left open. */
    @Override
    public void destroy() {
        close();
    }

    private void close() {
        if (!closed) {
            closed = true;
            queue.close();
            engine.close();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
