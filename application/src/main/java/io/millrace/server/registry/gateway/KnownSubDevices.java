// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.gateway;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AuthenticatedDevice;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The devices behind gateways that were looked up within the last minute, by name. A device that changes is forgotten by
 * its id; a look-up that is under way at that time is not remembered. Thread-safe.
 */
final class KnownSubDevices {

    static final int MAX_REMEMBERED = 100_000;
    static final Duration MEMORY = Duration.ofSeconds(60);

    private final AsyncCache<DeviceName, Connected> remembered;
    private final ConcurrentMap<DeviceId, DeviceName> keys = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();

    KnownSubDevices(Ticker ticker) {
        this.remembered =
                Caffeine.newBuilder()
                        .maximumSize(MAX_REMEMBERED)
                        .expireAfterWrite(MEMORY)
                        .ticker(ticker)
                        .scheduler(Scheduler.systemScheduler())
                        .executor(Runnable::run)
                        .removalListener(
                                (@Nullable DeviceName key,
                                        @Nullable Connected gone,
                                        RemovalCause _) -> {
                                    if (key != null && gone != null) {
                                        keys.remove(gone.device().device(), key);
                                    }
                                })
                        .buildAsync();
    }

    /** The name of a device. */
    record DeviceName(TenantId tenant, String name) {}

    /** A device, and the gateway that it is connected through. */
    record Connected(AuthenticatedDevice device, DeviceId gateway) {}

    /** The device of a name; looked up if it is not remembered. A failure is not remembered. */
    CompletableFuture<Connected> get(
            DeviceName key, Supplier<CompletableFuture<Connected>> lookUp) {
        long before = changes.get();
        AtomicBoolean isNew = new AtomicBoolean();
        CompletableFuture<Connected> found =
                remembered.get(
                        key,
                        (_, _) -> {
                            isNew.set(true);
                            return lookUp.get();
                        });
        return isNew.get() ? noted(key, found, before) : found;
    }

    /** The device of a name, looked up again. */
    CompletableFuture<Connected> replace(
            DeviceName key, Supplier<CompletableFuture<Connected>> lookUp) {
        long before = changes.get();
        CompletableFuture<Connected> found = lookUp.get();
        remembered.put(key, found);
        return noted(key, found, before);
    }

    /** Is called after the cache has the future: inside of its own look-up the cache cannot forget. */
    private CompletableFuture<Connected> noted(
            DeviceName key, CompletableFuture<Connected> found, long before) {
        return found.thenApply(connected -> {
            keys.put(connected.device().device(), key);
            if (changes.get() != before) {
                // The answer may be older than the change.
                remembered.synchronous().invalidate(key);
            }
            return connected;
        });
    }

    void forget(DeviceId device) {
        changes.incrementAndGet();
        DeviceName key = keys.remove(device);
        if (key != null) {
            remembered.synchronous().invalidate(key);
        }
    }

    void forget(TenantId tenant) {
        changes.incrementAndGet();
        remembered.asMap().keySet().removeIf(name -> name.tenant().equals(tenant));
        keys.values().removeIf(name -> name.tenant().equals(tenant));
    }

    void forgetAll() {
        changes.incrementAndGet();
        remembered.synchronous().invalidateAll();
        keys.clear();
    }

    /** The number of devices that can be forgotten by their id. */
    int size() {
        return keys.size();
    }
}
