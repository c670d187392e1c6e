// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.rule.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for writes of values that requests make. */
public final class AwaitedWrite {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private AwaitedWrite() {}

    /**
     * Returns when the values are on disk.
     *
     * @throws ApiException if they can never be stored (400), or are not stored yet because the database is unavailable
     *     (503)
     */
    public static void await(CompletionStage<Void> write) {
        try {
            write.toCompletableFuture().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof StoreException refusal) {
                throw ApiException.badRequest("body: " + refusal.getMessage());
            }
            throw new IllegalStateException("cannot write", failed);
        } catch (TimeoutException _) {
            throw ApiException.unavailable(
                    "The values are not stored yet, because the database is unavailable; they will be stored "
                            + "when it is back");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("The service is stopping; send the values again");
        }
    }
}
