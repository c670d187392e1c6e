// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The questions of a system that wait for their answers. Each ends: by its answer, its timeout, or the system's end. */
final class Asks {

    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private final Set<Consumer<Throwable>> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Asks(Dispatcher dispatcher, Scheduler scheduler) {
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
    }

    /**
     * @param send sends the question, which is answered by completing the future; false: it was not taken
     */
    <R> CompletionStage<R> ask(
            ActorRef<?> ref, Predicate<CompletableFuture<R>> send, Duration timeout) {
        CompletableFuture<R> answer = new CompletableFuture<>();
        Consumer<Throwable> failure = answer::completeExceptionally;
        waiting.add(failure);
        var _ = answer.whenComplete((_, _) -> waiting.remove(failure));
        if (closed || !send.test(answer)) {
            answer.completeExceptionally(
                    new RejectedExecutionException(ref + " did not take the question"));
        } else {
            Cancellable timer = scheduler.schedule(timeout, () -> timeOut(answer, ref, timeout));
            var _ = answer.whenComplete((_, _) -> timer.cancel());
        }
        return answer.minimalCompletionStage();
    }

    /** How many wait for their answers. */
    int waiting() {
        return waiting.size();
    }

    /** Ends all questions that wait, and lets no more in. */
    void close() {
        closed = true;
        endAll();
    }

    private void endAll() {
        Throwable end = new RejectedExecutionException("the actor system has ended");
        waiting.forEach(failure -> failure.accept(end));
    }

    private void timeOut(CompletableFuture<?> answer, ActorRef<?> ref, Duration timeout) {
        // What is chained to the answer must not hold up the time of all others.
        dispatcher.execute(() ->
                answer.completeExceptionally(
                        new TimeoutException("no answer from " + ref + " within " + timeout)));
    }
}
