// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.id.TenantId;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tenants of whose messages an instance has parked more than their share. All instances tell each other once a second,
 * since the messages of a device are accepted by another instance than the one that runs them.
 */
final class OverloadedTenants implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(OverloadedTenants.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    private final Supplier<Set<TenantId>> here;
    private final PartitionStores stores;
    private volatile Set<TenantId> all = Set.of();
    private volatile boolean stopped;
    private boolean failed;

    /** @param here returns the tenants that are overloaded on this instance */
    OverloadedTenants(Supplier<Set<TenantId>> here, PartitionStores stores) {
        this.here = here;
        this.stores = stores;
    }

    void start() {
        Thread.ofVirtual().name("queue-overload").start(this::run);
    }

    /** True if no message of the tenant's devices should be accepted. */
    boolean contains(TenantId tenant) {
        return all.contains(tenant);
    }

    int size() {
        return all.size();
    }

    private void run() {
        while (!stopped) {
            share();
            LockSupport.parkNanos(INTERVAL.toNanos());
        }
    }

    /** Tells the other instances, and asks them. While that fails, only this instance's own tenants are known. */
    void share() {
        Set<TenantId> now = Set.of();
        try {
            now = here.get();
            replace(stores.shareOverloaded(now));
            failed = false;
        } catch (RuntimeException e) {
            replace(now);
            if (!failed) {
                log.warn(
                        "Cannot exchange overloaded tenants with the other instances; retrying every {} s",
                        INTERVAL.toSeconds(),
                        e);
            }
            failed = true;
        }
    }

    private void replace(Set<TenantId> now) {
        Set<TenantId> before = all;
        all = Set.copyOf(now);
        difference(now, before)
                .forEach(tenant ->
                        log.warn(
                                "Tenant {} has more messages waiting than its share; no more are accepted from its devices until half of them have run",
                                tenant.id()));
        difference(before, now)
                .forEach(tenant ->
                        log.info(
                                "Messages of the devices of tenant {} are accepted again",
                                tenant.id()));
    }

    private static Set<TenantId> difference(Set<TenantId> of, Set<TenantId> without) {
        Set<TenantId> left = new HashSet<>(of);
        left.removeAll(without);
        return left;
    }

    @Override
    public void close() {
        stopped = true;
    }
}
