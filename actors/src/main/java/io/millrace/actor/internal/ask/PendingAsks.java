// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.ask;

import io.millrace.actor.ActorRef;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.time.Cancellable;
import io.millrace.actor.time.Scheduler;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The unanswered questions of one system. Each ends by its answer, by its timeout or with the system. */
public final class PendingAsks {

    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private final Set<Consumer<Throwable>> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * @param dispatcher runs what is chained to an answer that has timed out
     */
    public PendingAsks(Dispatcher dispatcher, Scheduler scheduler) {
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
    }

    /**
     * Asks an actor.
     *
     * @param send sends the question, which is answered by completing the future; returns false if the question was
     *     refused
     */
    public <R> CompletionStage<R> ask(
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

    /** The number of unanswered questions. */
    int waiting() {
        return waiting.size();
    }

    /** Fails all unanswered questions and refuses new ones. */
    public void close() {
        closed = true;
        endAll();
    }

    private void endAll() {
        Throwable end = new RejectedExecutionException("the actor system has ended");
        waiting.forEach(failure -> failure.accept(end));
    }

    private void timeOut(CompletableFuture<?> answer, ActorRef<?> ref, Duration timeout) {
        // On the dispatcher: stages chained to the answer must not delay other timers.
        dispatcher.execute(() ->
                answer.completeExceptionally(
                        new TimeoutException("no answer from " + ref + " within " + timeout)));
    }
}
