// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.limit;

import com.github.benmanes.caffeine.cache.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.server.registry.ratelimit.TransportLimit;
import io.millrace.server.registry.tenant.TenantTransportLimits;
import io.millrace.transport.device.DeviceLimits;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The rate limits of transports. */
@Configuration(proxyBeanMethods = false)
class LimitConfiguration {

    @Bean
    DeviceLimits deviceLimits(TenantTransportLimits limits, MeterRegistry registry) {
        Map<String, Counter> refused =
                Arrays.stream(TransportLimit.values())
                        .collect(
                                Collectors.toMap(
                                        TransportLimit::key, limit -> counter(registry, limit)));
        return new BucketLimits(
                limits,
                name -> Objects.requireNonNull(refused.get(name)).increment(),
                Ticker.systemTicker());
    }

    private static Counter counter(MeterRegistry registry, TransportLimit limit) {
        return Counter.builder("millrace.limits.refused")
                .description(
                        "Messages of devices that a rate limit of their tenant's profile refused")
                .tag("limit", limit.key())
                .register(registry);
    }
}
