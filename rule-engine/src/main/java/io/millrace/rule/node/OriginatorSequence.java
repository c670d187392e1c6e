// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.id.EntityId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs asynchronous steps of one originator one after the other, so that each step sees the effects of the step before;
 * steps of different originators run in parallel. It holds no more steps than there are messages in the node.
 */
public final class OriginatorSequence {

    /** Steps that wait behind the running one; an originator without a running step has no entry. Guarded by this. */
    private final Map<EntityId, ArrayDeque<Step<?>>> waiting = new HashMap<>();

    private record Step<T>(Supplier<CompletionStage<T>> work, CompletableFuture<T> done) {

        private CompletableFuture<T> start() {
            try {
                return work.get().toCompletableFuture();
            } catch (RuntimeException e) {
                return CompletableFuture.failedFuture(e);
            }
        }
    }

    /**
     * Runs a step when all earlier steps of the originator have ended, successfully or not.
     *
     * @return completes with the result of the step
     */
    public <T> CompletionStage<T> then(EntityId originator, Supplier<CompletionStage<T>> work) {
        Step<T> step = new Step<>(work, new CompletableFuture<>());
        if (mayRun(originator, step)) {
            runFrom(originator, step);
        }
        return step.done();
    }

    private synchronized boolean mayRun(EntityId originator, Step<?> step) {
        ArrayDeque<Step<?>> line = waiting.get(originator);
        if (line == null) {
            waiting.put(originator, new ArrayDeque<>(1));
            return true;
        }
        line.add(step);
        return false;
    }

    /**
     * Runs steps in a loop instead of a chain of completions, so that the stack stays flat however many steps complete
     * at once.
     */
    private void runFrom(EntityId originator, Step<?> first) {
        @Nullable Step<?> step = first;
        while (step != null && isDoneAtOnce(originator, step)) {
            step = next(originator);
        }
    }

    private <T> boolean isDoneAtOnce(EntityId originator, Step<T> step) {
        CompletableFuture<T> result = step.start();
        if (result.isDone()) {
            var _ = result.whenComplete((value, error) -> complete(step.done(), value, error));
            return true;
        }
        var _ =
                result.whenComplete((value, error) -> {
                    complete(step.done(), value, error);
                    @Nullable Step<?> next = next(originator);
                    if (next != null) {
                        runFrom(originator, next);
                    }
                });
        return false;
    }

    private static <T> void complete(
            CompletableFuture<T> done, T value, @Nullable Throwable error) {
        if (error == null) {
            done.complete(value);
        } else {
            done.completeExceptionally(error);
        }
    }

    private synchronized @Nullable Step<?> next(EntityId originator) {
        ArrayDeque<Step<?>> line = waiting.get(originator);
        @Nullable Step<?> next = line == null ? null : line.poll();
        if (next == null) {
            waiting.remove(originator);
        }
        return next;
    }
}
