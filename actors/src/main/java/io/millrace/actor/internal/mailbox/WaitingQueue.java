// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.internal.thread.ActorThread;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue in which a sender outside the actors waits for a place. An actor never waits, since it would block
 * a thread that other actors need.
 */
final class WaitingQueue implements UserQueue {

    private final LinkedQueue queue = new LinkedQueue();
    private final Semaphore places;
    private final int capacity;
    private final Duration atMost;

    WaitingQueue(int capacity, Duration atMost) {
        this.capacity = capacity;
        this.atMost = atMost;
        this.places = new Semaphore(capacity);
    }

    @Override
    public @Nullable Object put(Object message) {
        return takePlace() ? queue.put(message) : REFUSED;
    }

    private boolean takePlace() {
        if (places.tryAcquire()) {
            return true;
        }
        if (ActorThread.isCurrent()) {
            return false;
        }
        try {
            return places.tryAcquire(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void putControl(ControlEntry entry) {
        queue.putControl(entry);
    }

    @Override
    public @Nullable Object take() {
        Object entry = queue.take();
        if (entry != null && !(entry instanceof ControlEntry)) {
            places.release();
        }
        return entry;
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public int count() {
        return capacity - places.availablePermits();
    }
}
