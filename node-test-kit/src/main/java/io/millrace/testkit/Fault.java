// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a test lets a port fail with; nothing at first. */
final class Fault {

    private volatile @Nullable RuntimeException error;

    void set(RuntimeException newError) {
        error = newError;
    }

    /** What the port does where it does not fail; an exception of its own is a stage that has failed, too. */
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
