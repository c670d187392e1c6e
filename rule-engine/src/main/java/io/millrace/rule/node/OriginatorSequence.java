// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.id.EntityId;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Runs what takes time for one originator step after step, so that each step sees what the one before has done; steps
 * of different originators run side by side. It holds no more than the messages that are in the node.
 */
public final class OriginatorSequence {

    private final Map<EntityId, CompletableFuture<?>> tails = new ConcurrentHashMap<>();

    /**
     * Runs a step when the originator's former ones are over, whether they succeeded or not.
     *
     * @return completes as the step does
     */
    public <T> CompletionStage<T> then(EntityId originator, Supplier<CompletionStage<T>> step) {
        CompletableFuture<T> done = new CompletableFuture<>();
        CompletableFuture<?> former = tails.put(originator, done);
        CompletionStage<?> turn = former == null ? CompletableFuture.completedStage(null) : former;
        turn.handle((_, _) -> null)
                .thenCompose(_ -> step.get())
                .whenComplete((result, error) -> {
                    tails.remove(originator, done);
                    if (error == null) {
                        done.complete(result);
                    } else {
                        done.completeExceptionally(error);
                    }
                });
        return done;
    }
}
