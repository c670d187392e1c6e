// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.InFlight;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.Receipt;

/**
 * What becomes of a delivery whose attempt is over: it ends, or is tried again, or is buried. What is called here is
 * called under the partition's lock; what comes out of it is run without.
 */
final class Settlement {

    private final QueueDefinition queue;
    private final Surroundings around;
    private final Room room;
    private final Retries retries;
    private final Object lock;

    Settlement(
            QueueDefinition queue, Surroundings around, Room room, Retries retries, Object lock) {
        this.queue = queue;
        this.around = around;
        this.room = room;
        this.retries = retries;
        this.lock = lock;
    }

    /** The attempt has ended by itself. */
    Runnable settle(Delivery delivery, AttemptResult result, long tick) {
        return switch (result) {
            case AttemptResult.Done(Path path) -> finish(delivery, Outcome.DONE, path, tick);
            case AttemptResult.DoneWithoutEffect(Path path) ->
                    finish(delivery, Outcome.DONE_WITHOUT_EFFECT, path, tick);
            case AttemptResult.Failed failed -> {
                delivery.moveTo(Place.BEING_BURIED);
                yield retryOrBury(delivery, failed, false);
            }
        };
    }

    /** The attempt was given up at its deadline; its delivery is {@link Place#BEING_BURIED} since. */
    Runnable timedOut(Delivery delivery, AttemptResult.Failed failed) {
        return retryOrBury(delivery, failed, true);
    }

    private Runnable finish(Delivery delivery, Outcome outcome, Path path, long tick) {
        Receipt receipt = delivery.takeReceipt();
        Runnable giveBack = givingBack(delivery);
        delivery.end(outcome);
        return () -> {
            giveBack.run();
            if (delivery.stored) {
                around.forget(delivery.id);
            }
            long nanos = tick - delivery.acceptedTick;
            around.listener()
                    .ended(
                            new DeliveryEnd(
                                    delivery.message, outcome, delivery.attempts, path, nanos));
            if (receipt != null) {
                receipt.safe();
            }
        };
    }

    /** Gives up the delivery's place in the room; to be run without the lock. */
    private Runnable givingBack(Delivery delivery) {
        ChainRoom chain = delivery.account.room;
        return delivery.lane == null
                ? () -> chain.tenant.detached.give(1)
                : () -> LanePartition.startAdmitted(room.leave(chain));
    }

    private Runnable retryOrBury(Delivery delivery, AttemptResult.Failed failed, boolean timedOut) {
        if (retries.add(delivery, timedOut, around.clock().nanos())) {
            delivery.moveTo(Place.BACKING_OFF);
            Runnable store = storing(delivery);
            Runnable giveBack = givingBack(delivery);
            return () -> {
                giveBack.run();
                store.run();
            };
        }
        DeadLetter letter =
                new DeadLetter(
                        delivery.id,
                        delivery.message,
                        queue.name(),
                        failed.failure(),
                        failed.path(),
                        delivery.attempts,
                        around.wallClock().instant());
        return () -> around.bury(letter, () -> buried(delivery, failed.path()));
    }

    private void buried(Delivery delivery, Path path) {
        Runnable after;
        synchronized (lock) {
            long tick = around.ticker().getAsLong();
            after = finish(delivery, Outcome.DEAD_LETTERED, path, tick);
        }
        after.run();
    }

    /** Writes the delivery to the in-flight store, and tells its sender then. */
    Runnable storing(Delivery delivery) {
        delivery.stored = true;
        InFlight inFlight = delivery.inFlight();
        return () -> around.store(inFlight, () -> tellStored(delivery));
    }

    private void tellStored(Delivery delivery) {
        Receipt receipt;
        synchronized (lock) {
            receipt = delivery.takeReceipt();
        }
        around.listener().stored(delivery.message);
        if (receipt != null) {
            receipt.safe();
        }
    }
}
