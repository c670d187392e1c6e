// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** A closed loop of two-way RPC calls over REST, by several callers with a connection each. */
public final class RoundTrips {

    private static final int CALLERS = 64;
    private static final int OK = 200;
    private static final String REQUEST = "{\"method\":\"getValue\",\"params\":{\"pin\":7}}";

    private final RestApi rest;
    private final int port;
    private final List<Device> devices;
    private final Latencies latencies = new Latencies();
    private final AtomicLong failures = new AtomicLong();

    /** @param devices those that are called; they must answer */
    public RoundTrips(RestApi rest, Server server, List<Device> devices) {
        this.rest = rest;
        this.port = server.http();
        this.devices = devices;
    }

    /**
     * What the callers have experienced.
     *
     * @param latencies of the calls with an answer of the device
     */
    public record Result(double perSecond, Distribution latencies, long failures) {}

    /** Calls for the given time. */
    public Result run(Duration length) throws InterruptedException {
        ExecutorService threads =
                Executors.newFixedThreadPool(CALLERS, Thread.ofPlatform().daemon().factory());
        long start = System.nanoTime();
        long end = start + length.toNanos();
        try {
            List<Future<?>> callers = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                int first = i;
                callers.add(
                        threads.submit(() -> {
                            call(first, end);
                            return null;
                        }));
            }
            for (Future<?> caller : callers) {
                caller.get();
            }
        } catch (ExecutionException e) {
            throw new LoadException("The RPC calls fail: " + e.getCause());
        } finally {
            threads.shutdownNow();
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Distribution all = latencies.distribution();
        return new Result(all.count() / seconds, all, failures.get());
    }

    private void call(int first, long end) throws IOException {
        try (KeepAliveCaller caller = new KeepAliveCaller(port, rest.token())) {
            for (int i = first; System.nanoTime() - end < 0; i += CALLERS) {
                String path = "/api/rpc/twoway/" + devices.get(i % devices.size()).id();
                long sent = System.nanoTime();
                if (caller.post(path, REQUEST) == OK) {
                    latencies.record(System.nanoTime() - sent);
                } else {
                    failures.incrementAndGet();
                }
            }
        }
    }
}
