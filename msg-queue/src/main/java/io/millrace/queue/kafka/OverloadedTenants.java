// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.id.TenantId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tenants of whose messages an instance has more waiting than may. All instances tell each other once a second,
 * since the messages of a device may be accepted by another instance than the one that runs them. They are not told of a
 * tenant for which it is enough that its devices on this instance are held back.
 */
final class OverloadedTenants implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OverloadedTenants.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** How often this instance looks at its own tenants. */
    private static final Duration LOOK = Duration.ofMillis(100);

    /** A tenant that is overloaded again and again is reported this often. */
    private static final Duration REPORT = Duration.ofMinutes(1);

    private final Supplier<Set<TenantId>> here;
    private final UnaryOperator<Set<TenantId>> exchange;
    private final LongSupplier ticker;
    private volatile Set<TenantId> ofHere = Set.of();
    private volatile Set<TenantId> ofOthers = Set.of();

    /** When each tenant of this instance was found to be overloaded. */
    private final Map<TenantId, Long> since = new ConcurrentHashMap<>();

    private final Map<TenantId, Long> reported = new ConcurrentHashMap<>();
    private volatile boolean stopped;
    private boolean failed;

    /**
     * @param here returns the tenants that are overloaded on this instance
     * @param exchange tells the other instances of tenants that are overloaded here, and returns theirs; blocks
     * @param ticker measures time, in nanoseconds
     */
    OverloadedTenants(
            Supplier<Set<TenantId>> here,
            UnaryOperator<Set<TenantId>> exchange,
            LongSupplier ticker) {
        this.here = here;
        this.exchange = exchange;
        this.ticker = ticker;
    }

    void start() {
        // The look does not wait for the database: it decides whether devices are read.
        Thread.ofVirtual().name("queue-overload-here").start(() -> every(LOOK, this::look));
        Thread.ofVirtual().name("queue-overload").start(() -> every(INTERVAL, this::share));
    }

    /** True if no message of the tenant's devices should be accepted. */
    boolean contains(TenantId tenant) {
        return ofHere.contains(tenant) || ofOthers.contains(tenant);
    }

    int size() {
        Set<TenantId> both = new HashSet<>(ofOthers);
        both.addAll(ofHere);
        return both.size();
    }

    private void every(Duration interval, Runnable task) {
        while (!stopped) {
            task.run();
            LockSupport.parkNanos(interval.toNanos());
        }
    }

    /** Notes which tenants are overloaded on this instance. */
    void look() {
        Set<TenantId> now = Set.copyOf(here.get());
        since.keySet().retainAll(now);
        now.forEach(tenant -> since.putIfAbsent(tenant, ticker.getAsLong()));
        if (!now.equals(ofHere)) {
            ofHere = now;
            now.forEach(this::report);
        }
    }

    /** Tells the other instances, and asks them. While that fails, only this instance's own tenants are known. */
    void share() {
        try {
            ofOthers = Set.copyOf(exchange.apply(lasting()));
            ofOthers.forEach(this::report);
            failed = false;
        } catch (RuntimeException e) {
            ofOthers = Set.of();
            if (!failed) {
                log.warn(
                        "Cannot exchange overloaded tenants with the other instances; retrying every {} s",
                        INTERVAL.toSeconds(),
                        e);
            }
            failed = true;
        }
    }

    /** The tenants that have stayed overloaded here although their devices on this instance are held back. */
    private Set<TenantId> lasting() {
        long now = ticker.getAsLong();
        Set<TenantId> lasting = new HashSet<>();
        since.forEach((tenant, from) -> {
            if (now - from >= INTERVAL.toNanos()) {
                lasting.add(tenant);
            }
        });
        return lasting;
    }

    private void report(TenantId tenant) {
        long now = ticker.getAsLong();
        reported.values().removeIf(at -> now - at > REPORT.toNanos());
        if (reported.putIfAbsent(tenant, now) == null) {
            log.warn(
                    "Tenant {} has more messages waiting than it may have; while that is so, no more are accepted from its devices",
                    tenant.id());
        }
    }

    @Override
    public void close() {
        stopped = true;
    }
}
