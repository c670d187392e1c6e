// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.concurrent.atomic.AtomicInteger;

/** An existing queue. Its definition may change while messages run through it. Safe for use by many threads. */
public final class NamedQueue {

    private volatile QueueDefinition definition;
    private volatile boolean gone;
    private final AtomicInteger running = new AtomicInteger();

    /** Creates an empty queue. */
    public NamedQueue(QueueDefinition definition) {
        this.definition = definition;
    }

    /** The current definition. */
    public QueueDefinition definition() {
        return definition;
    }

    public QueueKey key() {
        return definition.key();
    }

    /** True if the queue was removed: it accepts no new messages and finishes those that are in it. */
    public boolean isGone() {
        return gone;
    }

    void remove() {
        gone = true;
    }

    /** Removes the queue; the messages that are in it end by the given definition. */
    void retire(QueueDefinition last) {
        definition = last;
        gone = true;
    }

    void define(QueueDefinition newDefinition) {
        definition = newDefinition;
        gone = false;
    }

    /** Takes one of the places that the queue's submit strategy allows; returns false if all are taken. */
    public boolean enter() {
        if (running.incrementAndGet() > definition.maxRunning()) {
            running.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Gives back a place that {@link #enter} took. */
    public void leave() {
        running.decrementAndGet();
    }

    @Override
    public String toString() {
        return key().toString();
    }
}
