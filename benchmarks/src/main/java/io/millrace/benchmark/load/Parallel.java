// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes many things over REST, a few at a time. */
public final class Parallel {

    private static final int AT_ONCE = 4;

    private Parallel() {}

    /** Makes the thing with a number. */
    @FunctionalInterface
    public interface Maker<T> {

        T make(int number) throws Exception;
    }

    /**
     * Makes {@code count} things, numbered from 0, and returns them in order.
     *
     * @throws LoadException if one cannot be made
     */
    public static <T> List<T> make(int count, Maker<T> maker) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                futures.add(threads.submit(() -> maker.make(number)));
            }
            List<T> made = new ArrayList<>();
            for (Future<T> future : futures) {
                made.add(future.get());
            }
            return made;
        } catch (ExecutionException e) {
            throw new LoadException("The run cannot be prepared: " + e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }
}
