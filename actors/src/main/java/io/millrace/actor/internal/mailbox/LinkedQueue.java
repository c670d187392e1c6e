// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Dmitry Vyukov's linked queue for many producers and one consumer. A producer needs one atomic exchange of the tail
 * and one store. Between the two, its entry and all later entries cannot be reached yet; the consumer waits for the
 * store.
 */
final class LinkedQueue implements UserQueue {

    private static final int SPINS_BEFORE_PAUSE = 100;
    private static final long PAUSE_NANOS = 1_000;
    private static final VarHandle TAIL;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(LinkedQueue.class, "tail", Node.class);
            NEXT = lookup.findVarHandle(Node.class, "next", Node.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Node head = new Node(null);
    private volatile Node tail = head;

    @Override
    public @Nullable Object put(Object message) {
        append(message);
        return null;
    }

    @Override
    public void putControl(ControlEntry entry) {
        append(entry);
    }

    @Override
    public @Nullable Object take() {
        Node taken = head;
        Node next = taken.next;
        if (next == null) {
            if (taken == tail) {
                return null;
            }
            next = awaitLink(taken);
        }
        Object item = next.item;
        next.item = null;
        // Cut the link: a node in the old generation that still points into the queue would
        // promote young nodes with it.
        NEXT.set(taken, null);
        head = next;
        return item;
    }

    @Override
    public boolean isEmpty() {
        return head == tail;
    }

    @Override
    public int count() {
        return count(Integer.MAX_VALUE);
    }

    @Override
    public int count(int limit) {
        int count = 0;
        for (Node node = head.next; node != null && count < limit; node = node.next) {
            if (!(node.item instanceof ControlEntry)) {
                count++;
            }
        }
        return count;
    }

    private void append(Object item) {
        Node node = new Node(item);
        Node previous = (Node) TAIL.getAndSet(this, node);
        NEXT.setRelease(previous, node);
    }

    private static Node awaitLink(Node node) {
        for (int spins = 0; ; spins++) {
            Node next = node.next;
            if (next != null) {
                return next;
            }
            if (spins < SPINS_BEFORE_PAUSE) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    private static final class Node {
        private @Nullable Object item;
        private volatile @Nullable Node next;

        Node(@Nullable Object item) {
            this.item = item;
        }
    }
}
