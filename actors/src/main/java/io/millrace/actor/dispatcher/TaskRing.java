// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one worker, first in, first out. The worker pushes; the worker and others pop. A popped slot is not
 * cleared, since the next task may already be in it; so up to {@value #CAPACITY} tasks stay reachable until they are
 * overwritten.
 */
final class TaskRing {

    private static final int CAPACITY = 256;
    private static final int MASK = CAPACITY - 1;
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Runnable[].class);
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(TaskRing.class, "head", long.class);
            TAIL = lookup.findVarHandle(TaskRing.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final @Nullable Runnable[] slots = new Runnable[CAPACITY];
    private volatile long head;
    private volatile long tail;

    /** Appends a task; returns false if the ring is full. Only for its worker. */
    boolean push(Runnable task) {
        long at = tail;
        if (at - head >= CAPACITY) {
            return false;
        }
        SLOT.setRelease(slots, (int) at & MASK, task);
        TAIL.setRelease(this, at + 1);
        return true;
    }

    /** Takes the oldest task; null if there is none. */
    @Nullable Runnable pop() {
        while (true) {
            long at = head;
            if (at >= tail) {
                return null;
            }
            Runnable task = (Runnable) SLOT.getAcquire(slots, (int) at & MASK);
            // If the head is unchanged, no other thread has taken the task and the slot was not
            // reused.
            if (HEAD.compareAndSet(this, at, at + 1)) {
                return task;
            }
        }
    }

    boolean isEmpty() {
        return head >= tail;
    }
}
