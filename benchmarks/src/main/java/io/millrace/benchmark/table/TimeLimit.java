// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Ends what takes too long. */
final class TimeLimit {

    private TimeLimit() {}

    /**
     * Calls a task in a thread of its own.
     *
     * @throws LoadException if it fails, or takes longer
     */
    static <T> T call(Duration limit, Callable<T> task) throws IOException, InterruptedException {
        ExecutorService thread =
                Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());
        try {
            return thread.submit(task).get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            throw new LoadException("it took more than %d s.".formatted(limit.toSeconds()));
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case LoadException failure -> throw failure;
                case IOException failure -> throw failure;
                case InterruptedException _ -> throw new LoadException("it was interrupted.");
                case null, default -> throw new LoadException(String.valueOf(e.getCause()));
            }
        } finally {
            thread.shutdownNow();
        }
    }
}
