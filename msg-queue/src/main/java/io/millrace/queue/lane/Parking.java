// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.queue.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Moves messages from the log to the in-flight store, the oldest first, so that the log's offset can advance; those that
 * wait leave memory, and their lanes keep their headers in order. A message is loaded again when there is room to run it,
 * so that what is loaded is bounded by what runs. Guarded by the partition's lock.
 *
 * <p>One batch is stored after the other, each in the order of acceptance, which the store keeps; see {@link StoreOrder}.
 */
final class Parking {

    private static final int BATCH = 256;
    private static final long BATCH_BYTES = 1 << 20;

    private final LaneDependencies around;
    private final Settlement settlement;
    private final Object lock;

    /** Called with a delivery, and its message or null, when that was read; without the lock. */
    private final BiConsumer<Delivery, @Nullable RuleMessage> loaded;

    /** Deliveries to store, the oldest first; some may have ended. */
    private final Queue<Delivery> due = new ArrayDeque<>();

    /** Deliveries whose messages are being read. */
    private final LinkedNodes<Delivery> loading = new LinkedNodes<>();

    /** Size of the batch that is being stored. */
    private int storing;

    Parking(
            LaneDependencies around,
            Settlement settlement,
            Object lock,
            BiConsumer<Delivery, @Nullable RuleMessage> loaded) {
        this.around = around;
        this.settlement = settlement;
        this.lock = lock;
        this.loaded = loaded;
    }

    /** True while deliveries are being moved. */
    boolean isBusy() {
        return storing > 0;
    }

    /**
     * Moves deliveries while none are being moved.
     *
     * @param oldest the oldest deliveries that a log keeps, of a tenant or of all, and the older ones of their lanes;
     *     the oldest first
     * @return an action that stores the first batch; the caller runs it without the lock
     */
    Runnable move(List<Delivery> oldest) {
        due.addAll(oldest);
        return storeNext();
    }

    private Runnable storeNext() {
        List<Runnable> puts = new ArrayList<>();
        long bytes = 0;
        while (!due.isEmpty() && puts.size() < BATCH && bytes < BATCH_BYTES) {
            Delivery next = due.remove();
            if (!next.isEnded() && !next.custody().isStored()) {
                bytes += next.size();
                puts.add(settlement.storing(next, isStored -> stored(next, isStored)));
            }
        }
        storing = puts.size();
        return () -> puts.forEach(Runnable::run);
    }

    private void stored(Delivery delivery, boolean isStored) {
        Runnable next = () -> {};
        synchronized (lock) {
            Lane lane = delivery.lane();
            if (isStored && lane != null && delivery.isWaitingInMemory()) {
                lane.park(delivery);
            }
            storing--;
            if (storing == 0) {
                next = storeNext();
            }
        }
        next.run();
    }

    /** Reads the message of a delivery that has room to run. */
    void load(Delivery delivery) {
        loading.append(delivery);
        around.load(delivery.custody(), delivery.id(), message -> loaded.accept(delivery, message));
    }

    /** Notes that a message was read; false if its delivery was handed over meanwhile. */
    boolean endLoading(Delivery delivery) {
        return loading.remove(delivery);
    }

    /** The deliveries whose messages are being read. */
    List<Delivery> loading() {
        List<Delivery> all = new ArrayList<>(loading.size());
        loading.forEach(all::add);
        return all;
    }

    /** Ends the deliveries whose messages are being read, and stores no more. */
    List<Delivery> handOver() {
        due.clear();
        List<Delivery> all = loading();
        loading.clear();
        all.forEach(delivery -> delivery.end(Outcome.HANDED_OVER));
        return all;
    }
}
