// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.local.LocalBucketBuilder;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.rule.store.DeviceStates;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.device.DeviceDirectory;
import io.millrace.server.registry.ratelimit.RateLimit;
import io.millrace.server.registry.ratelimit.RateLimit.Window;
import io.millrace.transport.device.AuthenticatedDevice;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Passes the events that rule nodes report to the actors of the devices. A node may report a number of events of each
 * device; the buckets are in the memory of this instance, which owns the partitions of the devices.
 */
final class ReportedStates implements DeviceStates {

    /** ThingsBoard's default. */
    private static final RateLimit LIMIT = RateLimit.parse("1:1,30:60,60:3600");

    private static final int MOST_BUCKETS = 100_000;

    private final DeviceDirectory devices;
    private final DatabaseLookups lookups;
    private final Supplier<RuleEngine> engine;
    private final Cache<Reporter, Bucket> buckets;

    private record Reporter(RuleNodeId node, DeviceId device) {}

    /** @param engine is asked when the first event is reported, because the engine needs the nodes */
    ReportedStates(
            DeviceDirectory devices,
            DatabaseLookups lookups,
            Supplier<RuleEngine> engine,
            Ticker ticker) {
        this.devices = devices;
        this.lookups = lookups;
        this.engine = engine;
        this.buckets =
                Caffeine.newBuilder()
                        .maximumSize(MOST_BUCKETS)
                        .expireAfterAccess(LIMIT.longest())
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .build();
    }

    private static Bucket fullBucket() {
        LocalBucketBuilder builder = Bucket.builder();
        for (Window window : LIMIT.windows()) {
            builder.addLimit(
                    Bandwidth.builder()
                            .capacity(window.capacity())
                            .refillGreedy(window.capacity(), window.length())
                            .build());
        }
        return builder.build();
    }

    @Override
    public CompletionStage<Outcome> report(
            TenantId tenant, DeviceId device, RuleNodeId node, Event event, long at) {
        if (!buckets.get(new Reporter(node, device), _ -> fullBucket()).tryConsume(1)) {
            return CompletableFuture.completedStage(Outcome.RATE_LIMITED);
        }
        return lookups.runUntilAnswered(tenant, () -> require(tenant, device))
                .thenCompose(found -> engine.get().reported(EngineDevices.of(found), event, at))
                .thenApply(_ -> Outcome.REPORTED);
    }

    private AuthenticatedDevice require(TenantId tenant, DeviceId device) {
        return devices.find(List.of(device)).stream()
                .filter(found -> found.tenant().equals(tenant))
                .findFirst()
                .orElseThrow(() ->
                        new NoSuchElementException("Device %s does not exist".formatted(device)));
    }
}
