// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.InFlight;
import io.millrace.queue.QueueListener;
import io.millrace.queue.StandstillClock;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The clocks, the listener and the stores that a partition uses, and how it handles their failures.
 *
 * @param clock measures deadlines and pauses; stopped during an outage
 * @param ticker measures how long a sender waits; never stopped
 * @param answers runs what follows a read of the in-flight store
 * @param wakeSweeper called whenever a delivery begins; the caller holds the partition's lock
 */
record LaneDependencies(
        AttemptHandler handler,
        DeadLetterStore deadLetters,
        QueueListener listener,
        StandstillClock clock,
        LongSupplier ticker,
        Clock wallClock,
        Executor answers,
        Runnable wakeSweeper) {

    private static final Logger log = LoggerFactory.getLogger(LaneDependencies.class);
    private static final Executor LATER = CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS);

    /**
     * Stores a delivery that is in flight. If that fails, the sender is answered when the delivery ends.
     *
     * @param then receives whether the delivery is stored
     */
    static void store(Custody custody, InFlight delivery, Consumer<Boolean> then) {
        var _ =
                custody.put(delivery)
                        .whenComplete((_, error) -> {
                            if (error != null && isLeaseOver(error)) {
                                log.debug(
                                        "Delivery {} is left to the new owner of its partition",
                                        delivery.deliveryId());
                            } else if (error != null) {
                                log.error(
                                        "Cannot store in-flight delivery {}; its sender is answered when it ends",
                                        delivery.deliveryId(),
                                        error);
                            }
                            then.accept(error == null);
                        });
    }

    /**
     * Reads the message of a stored delivery, and retries until the store answers.
     *
     * @param then receives the message, or null if the delivery is no longer stored
     */
    void load(Custody custody, UUID delivery, Consumer<@Nullable RuleMessage> then) {
        var _ =
                custody.load(delivery)
                        .whenCompleteAsync(
                                (message, error) -> {
                                    if (error == null) {
                                        then.accept(message);
                                    } else {
                                        log.error(
                                                "Cannot read in-flight delivery {}; retrying in 5 s",
                                                delivery,
                                                error);
                                        LATER.execute(() -> load(custody, delivery, then));
                                    }
                                },
                                answers);
    }

    /** Removes a delivery that has ended. If that fails, it is delivered again after a restart. */
    static void forget(Custody custody, InFlight delivery) {
        var _ =
                custody.remove(delivery)
                        .whenComplete((_, error) -> {
                            if (error == null) {
                                return;
                            }
                            if (isLeaseOver(error)) {
                                log.debug(
                                        "Delivery {} has ended, but its partition has a new owner, which repeats it",
                                        delivery.deliveryId());
                            } else {
                                log.error(
                                        "Cannot remove ended delivery {} from in_flight; a restart delivers it again",
                                        delivery.deliveryId(),
                                        error);
                            }
                        });
    }

    /**
     * Stores a dead letter and retries until the store takes it, because it is the only copy of the message. If the
     * store refuses it because the lease is over, nothing follows until the partition is handed over.
     *
     * @param stored runs when the dead letter is on disk
     */
    void deadLetter(DeadLetter letter, Runnable stored) {
        var _ =
                deadLetters
                        .add(letter)
                        .whenComplete((_, error) -> {
                            if (error == null) {
                                stored.run();
                            } else if (isLeaseOver(error)) {
                                log.debug(
                                        "Delivery {} is left to the new owner of its partition",
                                        letter.deliveryId());
                            } else {
                                log.error(
                                        "Cannot store dead letter {}; retrying in 5 s",
                                        letter.deliveryId(),
                                        error);
                                LATER.execute(() -> deadLetter(letter, stored));
                            }
                        });
    }

    private static boolean isLeaseOver(Throwable error) {
        return error instanceof LeaseOverException
                || error.getCause() instanceof LeaseOverException;
    }
}
