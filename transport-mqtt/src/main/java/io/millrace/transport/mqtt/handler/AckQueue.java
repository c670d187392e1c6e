// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Brings acknowledgements from the queue's threads to an event loop. Acknowledgements that arrive together need one
 * task on the loop, and for each connection one write and one flush.
 */
final class AckQueue {

    private final EventExecutor loop;
    private final Runnable drain = this::drain;

    /** The newest acknowledgement; each links to the one before it. */
    private final AtomicReference<@Nullable PendingAck> newest = new AtomicReference<>();

    private final List<PublishFlow> touched = new ArrayList<>();

    /** Creates the queue of one event loop. */
    AckQueue(EventExecutor loop) {
        this.loop = loop;
    }

    /** Adds a complete acknowledgement; safe for use by many threads. */
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
            // The server has stopped meanwhile; its connections are closed, so no acknowledgement
            // can be sent.
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

    /** Reverses the list, so that it is in the order of completion. */
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
