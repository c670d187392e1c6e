// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import java.util.concurrent.atomic.AtomicInteger;

/** A queue that there is. Its definition may change while messages run through it. Safe for use by many threads. */
public final class NamedQueue {

    private volatile QueueDefinition definition;
    private volatile boolean gone;
    private final AtomicInteger running = new AtomicInteger();

    /** A queue with nothing in it. */
    public NamedQueue(QueueDefinition definition) {
        this.definition = definition;
    }

    /** What it is like now. */
    public QueueDefinition definition() {
        return definition;
    }

    public QueueKey key() {
        return definition.key();
    }

    /** Whether it was removed: no message goes through it any more but those that are in it. */
    public boolean isGone() {
        return gone;
    }

    void remove() {
        gone = true;
    }

    void define(QueueDefinition newDefinition) {
        definition = newDefinition;
        gone = false;
    }

    /** Takes one of the places that the queue's strategy allows; false if there is none. */
    public boolean enter() {
        if (running.incrementAndGet() > definition.maxRunning()) {
            running.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Gives a place back. */
    public void leave() {
        running.decrementAndGet();
    }

    @Override
    public String toString() {
        QueueKey key = key();
        return key.isShared() ? key.name() : key.name() + " of tenant " + key.tenant();
    }
}
