// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports whether the brokers of Kafka answer. An instance stays healthy and ready while they do not: devices stay
 * connected and their messages wait. A load balancer could not help, as all instances wait for the same brokers.
 */
final class KafkaHealth implements HealthIndicator {

    private final BooleanSupplier available;

    /**
     * @param available false while messages wait for brokers that do not answer
     */
    KafkaHealth(BooleanSupplier available) {
        this.available = available;
    }

    @Override
    public Health health() {
        return Health.up()
                .withDetail(
                        "brokers",
                        available.getAsBoolean() ? "answer" : "do not answer; messages wait")
                .build();
    }
}
