// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.mailbox.Overflow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A queue with a bound. A message reserves its place before it is appended. */
final class BoundedQueue implements UserQueue {

    private final UserQueue queue;
    private final AtomicInteger taken = new AtomicInteger();
    private final int capacity;
    private final Overflow overflow;

    /**
     * @param queue an unbounded queue
     */
    BoundedQueue(UserQueue queue, int capacity, Overflow overflow) {
        this.queue = queue;
        this.capacity = capacity;
        this.overflow = overflow;
    }

    @Override
    public @Nullable Object put(Object message) {
        if (!takePlace()) {
            return overflow == Overflow.REJECT ? REFUSED : message;
        }
        return queue.put(message);
    }

    @Override
    public void putControl(ControlEntry entry) {
        queue.putControl(entry);
    }

    @Override
    public @Nullable Object take() {
        Object entry = queue.take();
        if (entry != null && !(entry instanceof ControlEntry)) {
            taken.getAndDecrement();
        }
        return entry;
    }

    @Override
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public int count() {
        return taken.get();
    }

    private boolean takePlace() {
        for (int count = taken.get(); count < capacity; count = taken.get()) {
            if (taken.compareAndSet(count, count + 1)) {
                return true;
            }
        }
        return false;
    }
}
