// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import io.millrace.queue.kafka.KafkaQueueSettings;
import io.millrace.queue.kafka.PartitionStores;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.settings.ClusterSettings;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.KafkaSettings;
import io.millrace.server.platform.start.StartException;
import io.millrace.server.store.inflight.InFlightStorage;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What an instance needs that is one of several. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
class ClusterConfiguration {

    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(500);
    private static final Duration HAND_OVER = Duration.ofSeconds(5);

    @Bean
    KafkaQueueSettings kafkaQueueSettings(
            KafkaSettings kafka, ClusterSettings cluster, InstanceSettings instance) {
        if (kafka.bootstrapServers().isEmpty()) {
            throw new StartException(
                    "MILLRACE_QUEUE is kafka, but no broker is known; name some as host:port in SPRING_KAFKA_BOOTSTRAP_SERVERS.");
        }
        return new KafkaQueueSettings(
                kafka.client(),
                cluster.group(),
                instance.instanceId(),
                cluster.replication(),
                COMMIT_INTERVAL,
                HAND_OVER);
    }

    @Bean
    PartitionStores partitionStores(
            Transactions transactions, InFlightStorage inFlight, InstanceSettings instance) {
        return new StoredPartitions(transactions, inFlight, instance.instanceId());
    }

    @Bean
    ChangeFeed changeFeed(
            DataSource dataSource, JdbcClient jdbc, ApplicationEventPublisher events) {
        return new ChangeFeed(dataSource, new ChangeEvents(events, jdbc));
    }
}
