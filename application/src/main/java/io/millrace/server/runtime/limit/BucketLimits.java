// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.bucket4j.TimeMeter;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Enforces rate limits by token buckets in the memory of this instance. The limits of the tenant are checked before those of
 * the device; what the first have taken is not given back if the second refuse the message. Buckets of changed limits are
 * replaced by full ones with the next message. Thread-safe; devices share no lock.
 */
public final class BucketLimits implements DeviceLimits {

    /** Beyond it the buckets that were used least recently are dropped, and their senders begin with full ones. */
    static final int MAX_BUCKETS = 200_000;

    private final Function<TenantId, TransportLimits> limits;
    private final Consumer<String> refused;
    private final TimeMeter meter;
    private final Cache<Owner, LimitBuckets> buckets;

    /**
     * Creates limits.
     *
     * @param limits the current limits of a tenant; must not block
     * @param refused is called with the name of the limit when it refuses a message; must not block
     */
    public BucketLimits(
            Function<TenantId, TransportLimits> limits, Consumer<String> refused, Ticker ticker) {
        this.limits = limits;
        this.refused = refused;
        this.meter = new Meter(ticker);
        this.buckets =
                Caffeine.newBuilder()
                        .maximumSize(MAX_BUCKETS)
                        .expireAfter(Expiry.<Owner, LimitBuckets>accessing((_, of) -> of.memory()))
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .build();
    }

    /** The tenant or device that has buckets. */
    private record Owner(UUID id, LimitGroup group) {}

    private record Meter(Ticker ticker) implements TimeMeter {

        @Override
        public long currentTimeNanos() {
            return ticker.read();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    @Override
    public @Nullable Excess take(Sender sender, int dataPoints) {
        AuthenticatedDevice device = sender.device();
        TransportLimits current = limits.apply(device.tenant());
        if (current.isEmpty()) {
            return null;
        }
        @Nullable Excess excess =
                take(LimitGroup.TENANT, device.tenant().id(), current, dataPoints);
        if (excess == null) {
            LimitGroup group = LimitGroup.of(sender.kind());
            excess = take(group, device.device().id(), current, dataPoints);
        }
        if (excess != null) {
            refused.accept(excess.limit());
        }
        return excess;
    }

    private @Nullable Excess take(
            LimitGroup group, UUID id, TransportLimits current, int dataPoints) {
        return group.isSetIn(current)
                ? bucketsOf(new Owner(id, group), current).take(dataPoints)
                : null;
    }

    private LimitBuckets bucketsOf(Owner owner, TransportLimits current) {
        LimitBuckets known = buckets.get(owner, of -> new LimitBuckets(of.group(), current, meter));
        if (known.areOf(current)) {
            return known;
        }
        return buckets.asMap()
                .compute(
                        owner,
                        (of, former) ->
                                former != null && former.areOf(current)
                                        ? former
                                        : new LimitBuckets(of.group(), current, meter));
    }

    @Override
    public RateLimits of(AuthenticatedDevice device, boolean subDevices) {
        return LimitGroup.of(device, subDevices).textsOf(limits.apply(device.tenant()));
    }

    /** The number of tenants and devices that have buckets, including full ones that are to be dropped. */
    public long size() {
        return buckets.estimatedSize();
    }

    /** The same without those. */
    long bucketsAfterCleanUp() {
        buckets.cleanUp();
        return buckets.estimatedSize();
    }
}
