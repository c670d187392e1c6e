// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.system;

import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.time.Scheduler;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes the dead letters of one system on to its listeners, and logs at most three of them a second. */
final class DeadLetters {

    private static final Logger log = LoggerFactory.getLogger(DeadLetters.class);
    private static final int LOGGED_PER_PERIOD = 3;
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final String system;
    private final Scheduler scheduler;
    private final Consumer<UndeliveredMessage> listener;
    private final LongAdder unprocessed = new LongAdder();
    private final AtomicInteger inPeriod = new AtomicInteger();

    DeadLetters(String system, Scheduler scheduler, Consumer<UndeliveredMessage> listener) {
        this.system = system;
        this.scheduler = scheduler;
        this.listener = listener;
    }

    void add(UndeliveredMessage letter) {
        if (letter.reason() == UndeliveredMessage.Reason.STOPPED) {
            unprocessed.increment();
        }
        listener.accept(letter);
        int number = inPeriod.incrementAndGet();
        if (number == 1) {
            scheduler.schedule(PERIOD, this::endPeriod);
        }
        if (number <= LOGGED_PER_PERIOD) {
            // The message itself may hold what a log must not show.
            log.warn(
                    "Dead letter in {}: a {} for {} ({})",
                    system,
                    letter.message().getClass().getName(),
                    letter.recipient(),
                    letter.reason());
        }
    }

    /** The number of messages whose actors ended before they processed them. */
    long unprocessed() {
        return unprocessed.sum();
    }

    private void endPeriod() {
        int unlogged = inPeriod.getAndSet(0) - LOGGED_PER_PERIOD;
        if (unlogged > 0) {
            log.warn(
                    "{} more dead letters in {} within {} ms", unlogged, system, PERIOD.toMillis());
        }
    }
}
