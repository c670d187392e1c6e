// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.awaitility.Awaitility.await;

import io.millrace.server.mainjob.TestCluster.Instance;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;

/**
 * Saves rule chains again and again, each time another version, at any instance that runs, until it is closed. Nodes
 * keep their ids, as in an editor.
 */
final class ChainSaves implements AutoCloseable {

    private final TestCluster cluster;
    private final List<Saved> chains;
    private final RandomGenerator random;
    private final Map<Instance, ServiceClient> services = new HashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean closed;
    private final Thread thread;

    /**
     * A chain.
     *
     * @param content the chain's nodes, for each number of a save different from those before
     */
    record Saved(String id, IntFunction<RuleChains> content) {}

    /** Begins at once. */
    ChainSaves(TestCluster cluster, List<Saved> chains, RandomGenerator random) {
        this.cluster = cluster;
        this.chains = chains;
        this.random = random;
        this.thread = Thread.ofVirtual().name("chain-saves").start(this::run);
    }

    private void run() {
        while (!closed) {
            LockSupport.parkNanos(Duration.ofMillis(random.nextInt(200, 2_000)).toNanos());
            List<Instance> running = cluster.running();
            if (!running.isEmpty()) {
                save(
                        running.get(random.nextInt(running.size())),
                        chains.get(random.nextInt(chains.size())));
            }
        }
    }

    private void save(Instance instance, Saved chain) {
        try {
            ServiceClient service = services.computeIfAbsent(instance, Instance::signIn);
            chain.content().apply(count.get() + 1).edit(service, chain.id());
            count.incrementAndGet();
        } catch (AssertionError | UncheckedIOException _) {
            // The instance, or the database, is away; whether the chain was saved is unknown.
            refused.incrementAndGet();
        }
    }

    /** Saves, and attempts that got no answer or an error. */
    @Override
    public String toString() {
        return "%d chain saves, %d attempts failed".formatted(count.get(), refused.get());
    }

    /** Returns when the last save has ended. */
    @Override
    public void close() {
        closed = true;
        // A call that an instance holds when it is paused ends after half a minute.
        await().until(() -> !thread.isAlive());
    }
}
