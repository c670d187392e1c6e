// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Brings completed items from other threads to an event loop. Items that arrive together need one task on the loop, and
 * each of their targets is flushed once.
 */
final class LoopQueue {

    /** An item on its way to the loop. */
    abstract static class Item {

        private @Nullable Item next;

        /** Completes the item on the loop. */
        abstract void complete();

        /** The target of the item. */
        abstract Target target();
    }

    /** Receives items on the loop. */
    interface Target {

        /** Called after each group of items of this target; returns at once. */
        void flush();

        /** Marks the target as one that has to be flushed; returns true if it was not marked. */
        boolean touch();
    }

    private final EventExecutor loop;
    private final Runnable drain = this::drain;

    /** The newest item; each links to the one before it. */
    private final AtomicReference<@Nullable Item> newest = new AtomicReference<>();

    private final List<Target> touched = new ArrayList<>();

    /** Creates the queue of one event loop. */
    LoopQueue(EventExecutor loop) {
        this.loop = loop;
    }

    /** Adds an item; safe for use by many threads. */
    void add(Item item) {
        @Nullable Item before;
        do {
            before = newest.get();
            item.next = before;
        } while (!newest.compareAndSet(before, item));
        if (before == null) {
            schedule();
        }
    }

    private void schedule() {
        try {
            loop.execute(drain);
        } catch (RejectedExecutionException _) {
            // The server has stopped meanwhile; its connections are closed, so nothing can be sent.
            newest.set(null);
        }
    }

    private void drain() {
        for (@Nullable Item item = oldest(newest.getAndSet(null)); item != null; item = item.next) {
            item.complete();
            if (item.target().touch()) {
                touched.add(item.target());
            }
        }
        touched.forEach(Target::flush);
        touched.clear();
    }

    /** Reverses the list, so that it is in the order of completion. */
    private static @Nullable Item oldest(@Nullable Item last) {
        @Nullable Item first = null;
        @Nullable Item rest = last;
        while (rest != null) {
            @Nullable Item before = rest.next;
            rest.next = first;
            first = rest;
            rest = before;
        }
        return first;
    }
}
