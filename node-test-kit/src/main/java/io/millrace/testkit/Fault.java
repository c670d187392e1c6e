// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The error with which a test lets a port fail; none at first. */
final class Fault {

    private volatile @Nullable RuntimeException error;

    void set(RuntimeException newError) {
        error = newError;
    }

    /**
     * Returns the failure, or else the result of the operation. An exception of the operation also becomes a failed
     * stage.
     */
    <T> CompletionStage<T> or(Supplier<CompletionStage<T>> ordinary) {
        RuntimeException failure = error;
        if (failure != null) {
            return CompletableFuture.failedStage(failure);
        }
        try {
            return ordinary.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedStage(e);
        }
    }
}
