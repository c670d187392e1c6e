// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.Distribution;
import io.millrace.benchmark.load.Latencies;
import io.millrace.benchmark.load.RestApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/**
 * An open loop of calls of the REST API. A latency is counted from the time when a call is due until its response has
 * been read.
 */
final class Calls {

    private static final long LAST_SECONDS = 20;

    private final RestApi rest;
    private final long period;
    private final IntFunction<String> paths;
    private final Latencies latencies = new Latencies();
    private final AtomicLong failures = new AtomicLong();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Thread thread = Thread.ofPlatform().daemon().name("calls").unstarted(this::run);
    private volatile boolean stopped;

    /** @param paths the path of the call with a number, from 0 */
    Calls(RestApi rest, int perSecond, IntFunction<String> paths) {
        this.rest = rest;
        this.period = 1_000_000_000L / perSecond;
        this.paths = paths;
    }

    void start() {
        thread.start();
    }

    private void run() {
        long start = System.nanoTime();
        int number = 0;
        while (!stopped) {
            long due = start + number * period;
            long wait = due - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            } else {
                String path = paths.apply(number++);
                threads.execute(() -> call(path, due));
            }
        }
    }

    private void call(String path, long due) {
        try (InputStream body = rest.stream(path)) {
            var _ = body.transferTo(OutputStream.nullOutputStream());
            latencies.record(System.nanoTime() - due);
        } catch (IOException | InterruptedException _) {
            failures.incrementAndGet();
        }
    }

    /** Stops calling, and waits for the last responses. */
    void end() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        thread.join();
        threads.shutdown();
        if (!threads.awaitTermination(LAST_SECONDS, TimeUnit.SECONDS)) {
            threads.shutdownNow();
        }
    }

    Distribution latencies() {
        return latencies.distribution();
    }

    long failures() {
        return failures.get();
    }
}
