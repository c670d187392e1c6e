// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.limit;

import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.local.LocalBucketBuilder;
import io.millrace.server.registry.ratelimit.RateLimit;
import io.millrace.server.registry.ratelimit.RateLimit.Window;
import io.millrace.server.registry.ratelimit.TransportLimit;
import io.millrace.server.registry.ratelimit.TransportLimits;
import io.millrace.transport.device.DeviceLimits.Excess;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The token buckets of one tenant or device. Buckets change by compare-and-set; no thread waits for another. Thread-safe.
 */
final class LimitBuckets {

    private final TransportLimits limits;
    private final @Nullable NamedBucket messages;
    private final @Nullable NamedBucket telemetryMessages;
    private final @Nullable NamedBucket dataPoints;
    private final Duration memory;

    LimitBuckets(LimitGroup group, TransportLimits limits, TimeMeter meter) {
        this.limits = limits;
        this.messages = bucket(group.messages(), limits, meter);
        this.telemetryMessages = bucket(group.telemetryMessages(), limits, meter);
        this.dataPoints = bucket(group.dataPoints(), limits, meter);
        this.memory =
                Stream.of(group.messages(), group.telemetryMessages(), group.dataPoints())
                        .flatMap(limit -> Stream.ofNullable(limits.of(limit)))
                        .map(RateLimit::longest)
                        .max(Duration::compareTo)
                        .orElse(Duration.ZERO);
    }

    /**
     * The bucket of a limit.
     *
     * @param longest after this time without a message it is full
     */
    private record NamedBucket(String name, Bucket bucket, Duration longest) {

        @Nullable Excess take(int tokens) {
            if (bucket.tryConsume(tokens)) {
                return null;
            }
            long nanos = bucket.estimateAbilityToConsume(tokens).getNanosToWaitForRefill();
            // More tokens than the bucket holds never come.
            Duration wait = Duration.ofNanos(Math.clamp(nanos, 0, longest.toNanos()));
            return new Excess(name, wait);
        }
    }

    private static @Nullable NamedBucket bucket(
            TransportLimit limit, TransportLimits limits, TimeMeter meter) {
        RateLimit rate = limits.of(limit);
        if (rate == null) {
            return null;
        }
        LocalBucketBuilder builder = Bucket.builder().withCustomTimePrecision(meter);
        for (Window window : rate.windows()) {
            builder.addLimit(
                    Bandwidth.builder()
                            .capacity(window.capacity())
                            .refillGreedy(window.capacity(), window.length())
                            .build());
        }
        return new NamedBucket(limit.key(), builder.build(), rate.longest());
    }

    /** True if they were made of these limits; a changed profile has other ones. */
    boolean areOf(TransportLimits current) {
        return limits.equals(current);
    }

    /** After this time without a message all buckets are full, so that they need not be remembered. */
    Duration memory() {
        return memory;
    }

    /** Takes a message; returns the limit that does not allow it now, or null. */
    @Nullable Excess take(int points) {
        if (points == 0) {
            return messages == null ? null : messages.take(1);
        }
        @Nullable Excess excess = telemetryMessages == null ? null : telemetryMessages.take(1);
        if (excess != null) {
            return excess;
        }
        return dataPoints == null ? null : dataPoints.take(points);
    }
}
