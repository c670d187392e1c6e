// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.delivery.LeaseOverException;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.QueueListener;
import io.millrace.queue.StandstillClock;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a partition reaches for outside itself, and what happens when that fails.
 *
 * @param clock measures deadlines and pauses; stands still in an outage
 * @param ticker measures how long a sender waits; never stands still
 */
record Surroundings(
        AttemptHandler handler,
        InFlightStore inFlight,
        DeadLetterStore deadLetters,
        QueueListener listener,
        StandstillClock clock,
        LongSupplier ticker,
        Clock wallClock) {

    private static final Logger log = LoggerFactory.getLogger(Surroundings.class);
    private static final Executor LATER = CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS);

    /** Stores a delivery; a store that refuses leaves the sender to wait for the delivery's end. */
    void store(InFlight delivery, Runnable stored) {
        var _ =
                inFlight.put(delivery)
                        .whenComplete((_, error) -> {
                            if (error == null) {
                                stored.run();
                            } else {
                                log.error(
                                        "expected to store delivery {} while it is in flight, but",
                                        delivery.deliveryId(),
                                        error);
                            }
                        });
    }

    /** Removes a delivery that has ended; where that fails it will be delivered once more after a restart. */
    void forget(UUID deliveryId) {
        var _ =
                inFlight.remove(deliveryId)
                        .whenComplete((_, error) -> {
                            if (error != null) {
                                log.error(
                                        "expected to remove ended delivery {}, but",
                                        deliveryId,
                                        error);
                            }
                        });
    }

    /**
     * Stores a dead letter, however long that takes: it is all that is left of the message, unless somebody else sees to
     * it now.
     */
    void bury(DeadLetter letter, Runnable buried, Runnable leftToOthers) {
        var _ =
                deadLetters
                        .add(letter)
                        .whenComplete((_, error) -> {
                            if (error == null) {
                                buried.run();
                            } else if (isLeaseOver(error)) {
                                leftToOthers.run();
                            } else {
                                log.error(
                                        "expected to store dead letter {}, will try again, but",
                                        letter.deliveryId(),
                                        error);
                                LATER.execute(() -> bury(letter, buried, leftToOthers));
                            }
                        });
    }

    private static boolean isLeaseOver(Throwable error) {
        return error instanceof LeaseOverException
                || error.getCause() instanceof LeaseOverException;
    }
}
