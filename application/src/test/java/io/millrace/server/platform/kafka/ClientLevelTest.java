// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.junit.jupiter.api.Test;

class ClientLevelTest {

    private static final String GROUP = "consumer-fetch-manager-metrics";

    @Test
    void metersAreOfTheWholeClientWhereThereIsOneForEachTopicAndPartitionToo() {
        MeterRegistry registry = new SimpleMeterRegistry();
        Map<MetricName, Metric> metrics = new HashMap<>();
        add(metrics, 7, Map.of("client-id", "one"));
        add(metrics, 5, Map.of("client-id", "one", "topic", "main.tenant"));
        add(metrics, 3, Map.of("client-id", "one", "topic", "main.tenant", "partition", "0"));

        new ConsumerMeters(registry)
                .consumerAdded(
                        "id",
                        new MockConsumer<>("earliest") {
                            @Override
                            public Map<MetricName, ? extends Metric> metrics() {
                                return metrics;
                            }
                        });

        List<Gauge> gauges =
                List.copyOf(registry.get("kafka.consumer.fetch.manager.records.lag.max").gauges());
        assertThat(gauges).singleElement().returns(7.0, Gauge::value);
        assertThat(gauges.getFirst().getId().getTags())
                .extracting(tag -> tag.getKey())
                .containsExactlyInAnyOrder("client.id", "kafka.version", "spring.id");
    }

    private static void add(
            Map<MetricName, Metric> metrics, double value, Map<String, String> tags) {
        MetricName name = new MetricName("records-lag-max", GROUP, "", tags);
        metrics.put(
                name,
                new Metric() {
                    @Override
                    public MetricName metricName() {
                        return name;
                    }

                    @Override
                    public Object metricValue() {
                        return value;
                    }
                });
    }
}
