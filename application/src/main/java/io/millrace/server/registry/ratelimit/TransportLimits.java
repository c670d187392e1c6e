// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.ratelimit;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/**
 * The rate limits of one tenant.
 *
 * @param set those that its profile sets
 */
public record TransportLimits(Map<TransportLimit, RateLimit> set) {

    /** No limits. */
    public static final TransportLimits NONE = new TransportLimits(Map.of());

    private static final Logger log = LoggerFactory.getLogger(TransportLimits.class);

    public TransportLimits {
        set = Map.copyOf(set);
    }

    /**
     * Reads the limits of a profile's configuration. A text that is not valid, which an earlier release has stored, limits
     * nothing.
     */
    public static TransportLimits of(JsonNode configuration) {
        Map<TransportLimit, RateLimit> limits = new EnumMap<>(TransportLimit.class);
        for (TransportLimit limit : TransportLimit.values()) {
            String text = configuration.path(limit.key()).asString("");
            if (!text.isEmpty()) {
                try {
                    limits.put(limit, RateLimit.parse(text));
                } catch (IllegalArgumentException e) {
                    log.warn(
                            "Tenant profile: {} is not enforced, because its value {}",
                            limit.key(),
                            e.getMessage());
                }
            }
        }
        return limits.isEmpty() ? NONE : new TransportLimits(limits);
    }

    public boolean isEmpty() {
        return set.isEmpty();
    }

    public @Nullable RateLimit of(TransportLimit limit) {
        return set.get(limit);
    }
}
