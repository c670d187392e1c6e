// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue that drops the oldest message for a new one. Producers take entries out too, so all methods lock
 * the queue; the lock is held for a few instructions and never while user code runs.
 */
final class DropOldestQueue implements UserQueue {

    private final Deque<Object> entries = new ArrayDeque<>();
    private final int capacity;
    private int messages;

    DropOldestQueue(int capacity) {
        this.capacity = capacity;
    }

    @Override
    public synchronized @Nullable Object put(Object message) {
        Object displaced = messages == capacity ? removeOldestMessage() : null;
        entries.addLast(message);
        messages++;
        return displaced;
    }

    @Override
    public synchronized void putControl(ControlEntry entry) {
        entries.addLast(entry);
    }

    @Override
    public synchronized @Nullable Object take() {
        Object entry = entries.pollFirst();
        if (entry != null && !(entry instanceof ControlEntry)) {
            messages--;
        }
        return entry;
    }

    @Override
    public synchronized boolean isEmpty() {
        return entries.isEmpty();
    }

    @Override
    public synchronized int count() {
        return messages;
    }

    private @Nullable Object removeOldestMessage() {
        for (Iterator<Object> each = entries.iterator(); each.hasNext(); ) {
            Object entry = each.next();
            if (!(entry instanceof ControlEntry)) {
                each.remove();
                messages--;
                return entry;
            }
        }
        return null;
    }
}
