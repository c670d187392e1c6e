// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.server.store.inflight.FormerDeliveries;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Moves deliveries that a former run on Kafka left unfinished to the memory queue, before the queue starts. */
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
                        "Left {} messages to the Kafka instances that still use this database; the next start "
                                + "after they have stopped takes them over",
                        left);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "cannot take over the deliveries of a former run over Kafka", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
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

    /** Runs before the queue reads the deliveries. */
    @Override
    public int getPhase() {
        return EngineLifecycle.PHASE - 1;
    }
}
