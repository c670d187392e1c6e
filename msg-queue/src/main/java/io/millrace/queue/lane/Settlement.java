// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.Path;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.InFlight;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Receipt;
import io.millrace.queue.lane.room.Claim;
import io.millrace.queue.lane.room.Room;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides a delivery whose attempt is over: it ends, is retried, or becomes a dead letter. The methods are called under
 * the partition's lock, except {@link #keep}; the actions that they return are run without it.
 */
final class Settlement {

    private final NamedQueue queue;
    private final LaneDependencies around;
    private final Room room;
    private final Retries retries;
    private final Lanes lanes;
    private final Attempts attempts;
    private final Object lock;

    /** @param lock the partition's lock, under which answers of stores are processed */
    Settlement(
            NamedQueue queue,
            LaneDependencies around,
            Room room,
            Retries retries,
            Lanes lanes,
            Attempts attempts,
            Object lock) {
        this.queue = queue;
        this.around = around;
        this.room = room;
        this.retries = retries;
        this.lanes = lanes;
        this.attempts = attempts;
        this.lock = lock;
    }

    /** Settles an attempt that has ended by itself. */
    Runnable settle(Delivery delivery, AttemptResult result, long tick, @Nullable Lease lease) {
        return switch (result) {
            case AttemptResult.Done(Path path) -> finish(delivery, Outcome.DONE, path, null, tick);
            case AttemptResult.DoneWithoutEffect(Path path) ->
                    finish(delivery, Outcome.DONE_WITHOUT_EFFECT, path, null, tick);
            case AttemptResult.Failed failed -> {
                attempts.giveUp(delivery);
                yield retryOrDeadLetter(delivery, failed, false, lease);
            }
        };
    }

    /** Settles an attempt that was given up at its deadline. Its delivery is {@link Place#BEING_BURIED} already. */
    Runnable timedOut(Delivery delivery, AttemptResult.Failed failed, @Nullable Lease lease) {
        return retryOrDeadLetter(delivery, failed, true, lease);
    }

    /** Ends a delivery here that is no longer in the in-flight store: another instance has brought it to its end. */
    Runnable leaveToOwner(Delivery delivery) {
        delivery.end(Outcome.HANDED_OVER);
        List<Claim> claims = delivery.leaveRoom(room);
        return () -> claims.forEach(Claim::admit);
    }

    /**
     * Stores deliveries in their order and completes their receipts. Called without the lock.
     *
     * @return completes when all are stored, or fails if one could not be: its receipt will never be completed
     */
    CompletableFuture<Void> keep(List<Delivery> inOrder) {
        return CompletableFuture.allOf(
                inOrder.stream()
                        .map(this::keep)
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture[]::new));
    }

    private CompletionStage<Void> keep(Delivery delivery) {
        return delivery.custody().put(delivery.inFlight()).thenRun(() -> completeStored(delivery));
    }

    private Runnable finish(
            Delivery delivery, Outcome outcome, Path path, @Nullable Failure failure, long tick) {
        Custody custody = delivery.custody();
        Receipt receipt = custody.takeReceipt();
        boolean forget = custody.isStored();
        attempts.decided(delivery);
        delivery.end(outcome);
        Lane lane = delivery.lane();
        if (lane != null) {
            lanes.decided(lane);
        }
        List<Claim> claims = delivery.leaveRoom(room);
        InFlight last = delivery.inFlight();
        return () -> {
            claims.forEach(Claim::admit);
            if (forget) {
                LaneDependencies.forget(custody, last);
            }
            around.listener()
                    .ended(
                            new DeliveryEnd(
                                    delivery.id(),
                                    last.message(),
                                    outcome,
                                    failure,
                                    last.attempts(),
                                    path,
                                    around.wallClock().millis(),
                                    tick - delivery.acceptedTick()));
            if (receipt != null) {
                receipt.safe();
            }
        };
    }

    private Runnable retryOrDeadLetter(
            Delivery delivery,
            AttemptResult.Failed failed,
            boolean timedOut,
            @Nullable Lease lease) {
        if (retries.add(delivery, timedOut, around.clock().nanos())) {
            attempts.decided(delivery);
            delivery.backOff();
            List<Claim> claims = delivery.leaveRoom(room);
            Runnable store = delivery.custody().isOfLog() ? () -> {} : storing(delivery);
            return () -> {
                claims.forEach(Claim::admit);
                store.run();
            };
        }
        if (queue.definition().retry().discard()) {
            return finish(
                    delivery,
                    Outcome.DROPPED_BY_POLICY,
                    failed.path(),
                    failed.failure(),
                    around.ticker().getAsLong());
        }
        DeadLetter letter =
                new DeadLetter(
                        delivery.id(),
                        delivery.message(),
                        queue.key().name(),
                        failed.failure(),
                        failed.path(),
                        delivery.attempts(),
                        around.wallClock().instant(),
                        lease);
        return () -> around.deadLetter(letter, () -> deadLettered(delivery, failed));
    }

    private void deadLettered(Delivery delivery, AttemptResult.Failed failed) {
        Runnable after;
        synchronized (lock) {
            if (delivery.isEnded()) {
                // It was handed over before the store had answered.
                return;
            }
            long tick = around.ticker().getAsLong();
            after = finish(delivery, Outcome.DEAD_LETTERED, failed.path(), failed.failure(), tick);
        }
        after.run();
    }

    /** Returns an action that writes the delivery to the in-flight store, and then completes its receipt. */
    Runnable storing(Delivery delivery) {
        return storing(delivery, _ -> {});
    }

    /**
     * The same.
     *
     * @param then receives whether the delivery is stored, before the receipt is completed
     */
    Runnable storing(Delivery delivery, Consumer<Boolean> then) {
        delivery.custody().willBeStored();
        InFlight inFlight = delivery.inFlight();
        return () ->
                LaneDependencies.store(
                        delivery.custody(),
                        inFlight,
                        isStored -> {
                            then.accept(isStored);
                            if (isStored) {
                                completeStored(delivery);
                            }
                        });
    }

    private void completeStored(Delivery delivery) {
        Receipt receipt;
        synchronized (lock) {
            receipt = delivery.custody().takeReceipt();
        }
        around.listener().stored(delivery.message());
        if (receipt != null) {
            receipt.safe();
        }
    }
}
