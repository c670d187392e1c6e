// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.actor.ActorContext;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Continues the work of a device's actor when a store or the queue has answered. Every continuation runs inside the
 * actor, like a command, so the parts of the actor share their state without a lock.
 */
final class DeviceTurns {

    private final ActorContext<DeviceCommand> context;
    private final Runnable ended;

    /** Number of stages that have not completed. */
    private int underWay;

    /** @param ended called after each continuation */
    DeviceTurns(ActorContext<DeviceCommand> context, Runnable ended) {
        this.context = context;
        this.ended = ended;
    }

    /** Continues when a stage has completed. */
    <T> void after(
            CompletionStage<T> stage, BiConsumer<@Nullable T, @Nullable Throwable> continuation) {
        underWay++;
        context.reenter(
                stage,
                (value, error) -> {
                    underWay--;
                    continuation.accept(value, error);
                    ended.run();
                });
    }

    /** Continues in one of two ways when a stage has completed, whose value is not null. */
    <T> void after(CompletionStage<T> stage, Consumer<T> success, Consumer<Throwable> failure) {
        after(
                stage,
                (value, error) -> {
                    if (error == null) {
                        success.accept(Objects.requireNonNull(value));
                    } else {
                        failure.accept(error);
                    }
                });
    }

    /** True if nothing will be continued. */
    boolean areOver() {
        return underWay == 0;
    }
}
