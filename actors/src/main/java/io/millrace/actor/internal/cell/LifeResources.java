// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.NotInfluenceReceiveTimeout;
import io.millrace.actor.Receive;
import io.millrace.actor.internal.delivery.Entry;
import io.millrace.actor.time.Cancellable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Timers, watches, pushed behaviours, stash and counters of one life. An actor that uses none of them has no such
 * object. Only for the actor's own thread.
 */
final class LifeResources<M> {

    /** Concurrent: a timer removes itself on the thread on which it is due. */
    private @Nullable Set<Timer> timers;

    private @Nullable Set<ActorCell<?>> watching;
    private @Nullable ReceiveTimeout receiveTimeout;
    private @Nullable Deque<Receive<M>> behaviors;
    private @Nullable Deque<Object> stash;
    private int reentries;
    private int awaits;

    Cancellable start(ActorCell<M> cell, Duration delay, @Nullable Duration interval, M message) {
        if (timers == null) {
            timers = ConcurrentHashMap.newKeySet();
        }
        Timer timer =
                new Timer(
                        cell.services().scheduler(),
                        timers,
                        interval,
                        () -> cell.tellScheduled(message));
        timer.start(delay);
        return timer;
    }

    void setReceiveTimeout(@Nullable ReceiveTimeout timeout) {
        if (receiveTimeout != null) {
            receiveTimeout.cancel();
        }
        receiveTimeout = timeout;
    }

    /** Notes that a message is about to be processed. */
    void noteMessage(Object entry) {
        if (receiveTimeout != null
                && !(Entry.messageOf(entry) instanceof NotInfluenceReceiveTimeout)) {
            receiveTimeout.noteMessage();
        }
    }

    boolean isDue(ReceiveTimeout timeout) {
        return timeout == receiveTimeout && timeout.isDue();
    }

    /** Notes that an actor is watched; false if it was watched before. */
    boolean watch(ActorCell<?> other) {
        if (watching == null) {
            watching = new HashSet<>();
        }
        return watching.add(other);
    }

    /** Forgets that an actor is watched; false if it was not watched. */
    boolean unwatch(ActorCell<?> other) {
        return watching != null && watching.remove(other);
    }

    void pushBehavior(Receive<M> former) {
        if (behaviors == null) {
            behaviors = new ArrayDeque<>();
        }
        behaviors.push(former);
    }

    Receive<M> popBehavior() {
        if (behaviors == null || behaviors.isEmpty()) {
            throw new IllegalStateException("no behavior was pushed");
        }
        return behaviors.pop();
    }

    void stash(Object entry, int capacity) {
        if (stash == null) {
            stash = new ArrayDeque<>();
        }
        if (stash.size() >= capacity) {
            throw new IllegalStateException(
                    "no more than " + capacity + " messages may be put aside");
        }
        stash.add(entry);
    }

    /** Takes all stashed entries, oldest first; null if there are none. */
    @Nullable Deque<Object> takeStash() {
        Deque<Object> taken = stash;
        stash = null;
        return taken;
    }

    void addReentry() {
        reentries++;
    }

    void endReentry() {
        reentries--;
    }

    void addAwait() {
        awaits++;
    }

    void endAwait() {
        awaits--;
    }

    int awaits() {
        return awaits;
    }

    boolean waitsForWork() {
        return reentries > 0 || awaits > 0;
    }

    /** Ends the life: cancels everything but the stash, which belongs to the next life. */
    void end(ActorCell<M> cell) {
        if (timers != null) {
            timers.forEach(Timer::cancel);
        }
        setReceiveTimeout(null);
        if (watching != null) {
            watching.forEach(watched -> watched.removeWatcher(cell));
            watching = null;
        }
        behaviors = null;
        reentries = 0;
        awaits = 0;
    }
}
