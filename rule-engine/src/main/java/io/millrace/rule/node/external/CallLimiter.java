// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import io.millrace.message.id.EntityId;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the parallel calls of a node; further calls wait, up to a limit, without occupying a thread. Originators are
 * served round robin, and each may have as many calls under way as half of the free places, so that an originator whose
 * calls hang leaves places to the others. Safe for use by many threads.
 */
final class CallLimiter {

    private final int mostAtOnce;
    private final int mostWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<EntityId, Caller> callers = new HashMap<>();

    /** Originators with waiting calls, each once. */
    private final ArrayDeque<Caller> turn = new ArrayDeque<>();

    private int running;
    private int waiting;

    CallLimiter(int mostAtOnce, int mostWaiting) {
        this.mostAtOnce = mostAtOnce;
        this.mostWaiting = mostWaiting;
    }

    /** An originator with running or waiting calls. */
    private static final class Caller {

        final EntityId originator;
        final SequencedSet<Waiting> waiting = new LinkedHashSet<>();
        int running;

        Caller(EntityId originator) {
            this.originator = originator;
        }
    }

    /** A call that waits for a place; the future completes when it has one. */
    private static final class Waiting {

        final Caller caller;
        final CompletableFuture<Void> place = new CompletableFuture<>();

        Waiting(Caller caller) {
            this.caller = caller;
        }
    }

    /**
     * Makes a call as soon as there is room.
     *
     * @param originator the originator of the message; its calls start in their order
     * @param patience how long the call may wait for room
     * @return completes with the call; fails with {@link RejectedExecutionException} if too many calls wait already,
     *     with {@link java.util.concurrent.TimeoutException} if there was no room in time
     */
    <T> CompletionStage<T> call(
            EntityId originator, Duration patience, Supplier<CompletionStage<T>> call) {
        return turn(originator, patience)
                .thenCompose(_ -> begun(call).whenComplete((_, _) -> release(originator)));
    }

    /** Starts a call; one that throws at once gives its place back like one that fails later. */
    private static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> call) {
        return CompletableFuture.completedStage(null).thenCompose(_ -> call.get());
    }

    private CompletionStage<Void> turn(EntityId originator, Duration patience) {
        lock.lock();
        try {
            Caller caller = callers.computeIfAbsent(originator, Caller::new);
            if (caller.waiting.isEmpty() && mayCall(caller)) {
                running++;
                caller.running++;
                return CompletableFuture.completedStage(null);
            }
            if (waiting >= mostWaiting) {
                forgetIfIdle(caller);
                return CompletableFuture.failedStage(
                        new RejectedExecutionException(
                                "The node is full: %d calls run and %d wait"
                                        .formatted(running, waiting)));
            }
            Waiting call = new Waiting(caller);
            if (caller.waiting.isEmpty()) {
                turn.add(caller);
            }
            caller.waiting.add(call);
            waiting++;
            return call.place
                    .orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((_, error) -> {
                        if (error != null) {
                            giveUp(call);
                        }
                    });
        } finally {
            lock.unlock();
        }
    }

    /** Number of originators with running or waiting calls. */
    int callers() {
        lock.lock();
        try {
            return callers.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean mayCall(Caller caller) {
        int free = mostAtOnce - running;
        return free > 0 && caller.running < Math.max(1, free / 2);
    }

    private void forgetIfIdle(Caller caller) {
        if (caller.running == 0 && caller.waiting.isEmpty()) {
            callers.remove(caller.originator);
        }
    }

    private void giveUp(Waiting call) {
        Caller caller = call.caller;
        lock.lock();
        try {
            if (caller.waiting.remove(call)) {
                waiting--;
                if (caller.waiting.isEmpty()) {
                    turn.remove(caller);
                    forgetIfIdle(caller);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private void release(EntityId originator) {
        lock.lock();
        try {
            Caller caller = callers.computeIfAbsent(originator, Caller::new);
            caller.running--;
            running--;
            forgetIfIdle(caller);
        } finally {
            lock.unlock();
        }
        startNext();
    }

    private void startNext() {
        for (Waiting next = next(); next != null; next = next()) {
            Waiting begins = next;
            // On a separate thread, because calls that fail at once would otherwise nest inside
            // each other.
            Thread.startVirtualThread(() -> {
                if (!begins.place.complete(null)) {
                    release(begins.caller.originator);
                }
            });
        }
    }

    /** Takes a place for the next call, or returns null. */
    private @Nullable Waiting next() {
        lock.lock();
        try {
            // An originator without a call under way may always start one; the number of such
            // originators is limited by the places.
            int looks = Math.min(mostAtOnce + 1, turn.size());
            for (int i = 0; i < looks && running < mostAtOnce; i++) {
                Caller caller = turn.remove();
                if (!mayCall(caller)) {
                    turn.add(caller);
                    continue;
                }
                Waiting call = caller.waiting.removeFirst();
                waiting--;
                running++;
                caller.running++;
                if (!caller.waiting.isEmpty()) {
                    turn.add(caller);
                }
                return call;
            }
            return null;
        } finally {
            lock.unlock();
        }
    }
}
