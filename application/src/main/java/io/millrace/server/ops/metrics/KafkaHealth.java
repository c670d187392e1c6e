// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Reports in the health details if Kafka's brokers answer. An instance stays healthy and ready if they do not: clients
 * stay connected and their messages wait. Another instance could not help, because all wait for the same brokers.
 */
final class KafkaHealth implements HealthIndicator {

    private final BooleanSupplier available;

    /** @param available returns false while an operation waits for the brokers */
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
