// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.server.store.inflight.FormerDeliveries;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Lets the queues in memory find, when they start, what a former run on Kafka has left unfinished. */
final class AdoptedDeliveries implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(AdoptedDeliveries.class);

    private final FormerDeliveries former;
    private volatile boolean running;

    AdoptedDeliveries(FormerDeliveries former) {
        this.former = former;
    }

    @Override
    public void start() {
        try {
            int adopted = former.adopt();
            if (adopted > 0) {
                log.info(
                        "Took over {} messages that a former run over Kafka left unfinished",
                        adopted);
            }
            int left = former.ofPartitions();
            if (left > 0) {
                log.warn(
                        "Left {} messages to the instances over Kafka that still use this database; the next start after their end takes them over",
                        left);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot take over what a former run has left", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the database was away", e);
        }
        running = true;
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Before the queue reads them. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE - 1;
    }
}
