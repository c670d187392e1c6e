// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.server.platform.settings.ClusterSettings;
import io.millrace.server.platform.settings.InstanceSettings;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** The Kafka clients as the service makes them from its settings. */
final class ConfiguredKafka {

    static final LaneSettings LANES = LaneSettings.forHeap(64 << 20);

    private ConfiguredKafka() {}

    /** A context of the clients and nothing else. */
    static ApplicationContextRunner runner() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class))
                .withUserConfiguration(KafkaConfiguration.class)
                .withBean(LaneSettings.class, () -> LANES)
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .withBean(InstanceSettings.class, () -> new InstanceSettings("one"))
                .withBean(ClusterSettings.class, () -> new ClusterSettings("group", (short) 1))
                .withPropertyValues(
                        "millrace.queue=kafka", "spring.kafka.bootstrap-servers=127.0.0.1:1");
    }
}
