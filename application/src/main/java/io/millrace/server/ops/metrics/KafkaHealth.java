// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import java.util.function.BooleanSupplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Tells whether Kafka's brokers answer. An instance stays healthy and ready while they do not: clients stay connected, and their
 * messages wait; to send them elsewhere would help nobody, as all instances wait for the same brokers.
 */
final class KafkaHealth implements HealthIndicator {

    private final BooleanSupplier available;

    /**
     * @param available whether the brokers answer, as far as anything waits for them
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
