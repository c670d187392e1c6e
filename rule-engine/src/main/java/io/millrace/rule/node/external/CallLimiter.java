// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets a node make so many calls at once; more wait in their order of coming, up to a bound, without a thread. Safe for
 * use by many threads.
 */
final class CallLimiter {

    private final int mostAtOnce;
    private final int mostWaiting;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<Long, CompletableFuture<Void>> waiting = new LinkedHashMap<>();
    private long tickets;
    private int running;

    CallLimiter(int mostAtOnce, int mostWaiting) {
        this.mostAtOnce = mostAtOnce;
        this.mostWaiting = mostWaiting;
    }

    /**
     * Makes a call as soon as there is room.
     *
     * @param patience how long it may wait for room
     * @return completes as the call does; fails with {@link RejectedExecutionException} when too many wait already, with
     *     {@link java.util.concurrent.TimeoutException} when there was no room in time
     */
    <T> CompletionStage<T> call(Duration patience, Supplier<CompletionStage<T>> call) {
        return turn(patience).thenCompose(_ -> begun(call).whenComplete((_, _) -> release()));
    }

    /** A call that throws before it begins gives its place back like one that fails later. */
    private static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> call) {
        return CompletableFuture.completedStage(null).thenCompose(_ -> call.get());
    }

    private CompletionStage<Void> turn(Duration patience) {
        lock.lock();
        try {
            if (running < mostAtOnce) {
                running++;
                return CompletableFuture.completedStage(null);
            }
            if (waiting.size() >= mostWaiting) {
                return CompletableFuture.failedStage(
                        new RejectedExecutionException(
                                "The node is full: %d calls run and %d wait"
                                        .formatted(running, waiting.size())));
            }
            long ticket = tickets++;
            CompletableFuture<Void> turn = new CompletableFuture<>();
            waiting.put(ticket, turn);
            return turn.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((_, error) -> {
                        if (error != null) {
                            forget(ticket);
                        }
                    });
        } finally {
            lock.unlock();
        }
    }

    private void forget(long ticket) {
        lock.lock();
        try {
            waiting.remove(ticket);
        } finally {
            lock.unlock();
        }
    }

    private void release() {
        CompletableFuture<Void> next = nextOrFreePlace();
        if (next != null) {
            // On a thread of its own: calls that fail at once would otherwise nest one inside the
            // other.
            Thread.startVirtualThread(() -> {
                if (!next.complete(null)) {
                    release();
                }
            });
        }
    }

    private @Nullable CompletableFuture<Void> nextOrFreePlace() {
        lock.lock();
        try {
            var first = waiting.pollFirstEntry();
            if (first == null) {
                running--;
                return null;
            }
            return first.getValue();
        } finally {
            lock.unlock();
        }
    }
}
