// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Brings acknowledgements from the threads of the queue to an event loop. However many come at a time, the loop gets
 * one task, and each connection one write and one flush for all of its own.
 */
final class AckQueue {

    private final EventExecutor loop;
    private final Runnable drain = this::drain;

    /** The newest; each knows the one before it. */
    private final AtomicReference<@Nullable PendingAck> newest = new AtomicReference<>();

    private final List<PublishFlow> touched = new ArrayList<>();

    /** For the connections of an event loop. */
    AckQueue(EventExecutor loop) {
        this.loop = loop;
    }

    /** Takes one that is complete; safe for use by many threads. */
    void add(PendingAck ack) {
        @Nullable PendingAck before;
        do {
            before = newest.get();
            ack.next(before);
        } while (!newest.compareAndSet(before, ack));
        if (before == null) {
            schedule();
        }
    }

    private void schedule() {
        try {
            loop.execute(drain);
        } catch (RejectedExecutionException _) {
            // the server has stopped meanwhile, and nobody waits for the acknowledgement
            newest.set(null);
        }
    }

    private void drain() {
        for (@Nullable PendingAck ack = oldest(newest.getAndSet(null));
                ack != null;
                ack = ack.next()) {
            PublishFlow flow = ack.flow();
            if (flow.complete(ack)) {
                touched.add(flow);
            }
        }
        touched.forEach(PublishFlow::flush);
        touched.clear();
    }

    /** Turns the list round, so that it runs in the order of completion. */
    private static @Nullable PendingAck oldest(@Nullable PendingAck last) {
        @Nullable PendingAck first = null;
        @Nullable PendingAck rest = last;
        while (rest != null) {
            @Nullable PendingAck before = rest.next();
            rest.next(first);
            first = rest;
            rest = before;
        }
        return first;
    }
}
