// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time from the sending of a reading until the REST API returns it. Samples at most five readings a
 * second, and queries less often the longer a reading takes, so that it adds little load: a measured latency is too
 * long by at most one call and an eighth.
 */
final class Sampler implements Publisher.Outgoing {

    private static final long BETWEEN_MILLIS = 1_000;
    private static final long SHORTEST_PAUSE = Duration.ofMillis(2).toNanos();
    private static final int PAUSES = 8;
    private static final int MOST_AT_ONCE = 32;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration LAST_PATIENCE = Duration.ofSeconds(5);

    private record Sample(Device device, long ts, long sentAt) {

        long age() {
            return System.nanoTime() - sentAt;
        }
    }

    private final StoredReadings stored;
    private final Latencies latencies = new Latencies();
    private final AtomicInteger unseen = new AtomicInteger();
    private final BlockingQueue<Sample> taken = new ArrayBlockingQueue<>(1);
    private final Semaphore followers = new Semaphore(MOST_AT_ONCE);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Thread thread = Thread.ofPlatform().daemon().name("sampler").unstarted(this::run);
    private volatile boolean wanted;

    Sampler(StoredReadings stored) {
        this.stored = stored;
    }

    void start() {
        thread.start();
    }

    @Override
    public void sent(Device device, long ts, long nanoTime) {
        if (wanted) {
            wanted = false;
            var _ = taken.offer(new Sample(device, ts, nanoTime));
        }
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(BETWEEN_MILLIS);
                Sample sample = next();
                if (sample != null && followers.tryAcquire()) {
                    threads.execute(() -> follow(sample));
                }
            }
        } catch (InterruptedException _) {
            // no more samples are wanted
        }
    }

    /** A reading that is sent now; null if none is. */
    private @Nullable Sample next() throws InterruptedException {
        taken.clear();
        wanted = true;
        Sample sample = taken.poll(1, TimeUnit.SECONDS);
        wanted = false;
        return sample;
    }

    private void follow(Sample sample) {
        try {
            while (!stored.has(sample.device(), sample.ts())) {
                if (sample.age() > PATIENCE.toNanos()) {
                    unseen.incrementAndGet();
                    return;
                }
                TimeUnit.NANOSECONDS.sleep(Math.max(SHORTEST_PAUSE, sample.age() / PAUSES));
            }
            latencies.record(sample.age());
        } catch (IOException | InterruptedException _) {
            // The server is unavailable, or the run is over.
            unseen.incrementAndGet();
        } finally {
            followers.release();
        }
    }

    Distribution distribution() {
        return latencies.distribution();
    }

    /** The number of readings that were not seen within 30 seconds or before the end. */
    int unseen() {
        return unseen.get();
    }

    /** Stops sampling, and waits for a short time for the last samples. */
    void end() throws InterruptedException {
        thread.interrupt();
        thread.join();
        threads.shutdown();
        if (!threads.awaitTermination(LAST_PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            threads.shutdownNow();
            var _ = threads.awaitTermination(LAST_PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
