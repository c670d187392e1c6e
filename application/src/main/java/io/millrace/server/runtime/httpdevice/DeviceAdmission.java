// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.DeviceId;
import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.runtime.engine.EngineDevices;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits;
import io.millrace.transport.device.DeviceLimits.Excess;
import io.millrace.transport.device.DeviceLimits.Kind;
import io.millrace.transport.device.DeviceLimits.Sender;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Checks the rate limits of each request of a device, and reports its activity. Thread-safe. */
final class DeviceAdmission {

    /** Activity of a device is reported once in this time. */
    private static final Duration REPORTED_EVERY = Duration.ofSeconds(3);

    private static final int MOST_REMEMBERED = 100_000;

    private final DeviceLimits limits;
    private final RuleEngine engine;
    private final Cache<DeviceId, Boolean> reported =
            Caffeine.newBuilder()
                    .expireAfterWrite(REPORTED_EVERY)
                    .maximumSize(MOST_REMEMBERED)
                    .build();

    DeviceAdmission(DeviceLimits limits, RuleEngine engine) {
        this.limits = limits;
        this.engine = engine;
    }

    /**
     * Admits a request that sends no values.
     *
     * @throws DeviceApiException if a rate limit does not allow it
     */
    void admit(AuthenticatedDevice device) {
        admit(device, 0);
    }

    /** Admits a request that sends a number of values; otherwise the same. */
    void admit(AuthenticatedDevice device, int dataPoints) {
        @Nullable Excess excess = limits.take(new Sender(device, Kind.DEVICE), dataPoints);
        if (excess != null) {
            throw DeviceApiException.tooMany(
                    "The rate limit %s is used up".formatted(excess.limit()), excess.retryAfter());
        }
        if (reported.asMap().putIfAbsent(device.device(), true) == null) {
            engine.active(EngineDevices.of(device));
        }
    }
}
