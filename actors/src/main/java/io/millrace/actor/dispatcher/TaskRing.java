// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A worker's own tasks, first in, first out. The worker pushes; it and the others pop. A slot is not cleared by who pops
 * it, for its next task may stand there by then; so up to {@value #CAPACITY} tasks are kept from the garbage collector
 * until they are overwritten.
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

    /** Appends a task; false when the ring is full. By its worker only. */
    boolean push(Runnable task) {
        long at = tail;
        if (at - head >= CAPACITY) {
            return false;
        }
        SLOT.setRelease(slots, (int) at & MASK, task);
        TAIL.setRelease(this, at + 1);
        return true;
    }

    /** Takes the oldest task, or null. */
    @Nullable Runnable pop() {
        while (true) {
            long at = head;
            if (at >= tail) {
                return null;
            }
            Runnable task = (Runnable) SLOT.getAcquire(slots, (int) at & MASK);
            // Won only if nobody has taken it, and then the slot has not been used again either.
            if (HEAD.compareAndSet(this, at, at + 1)) {
                return task;
            }
        }
    }

    boolean isEmpty() {
        return head >= tail;
    }
}
