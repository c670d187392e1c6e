// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.cluster;

import io.millrace.queue.kafka.PartitionStores;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.store.inflight.InFlightStorage;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Beans of an instance of a cluster, besides its Kafka clients. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
class ClusterConfiguration {

    @Bean
    PartitionStores partitionStores(
            Transactions transactions, InFlightStorage inFlight, InstanceSettings instance) {
        return new StoredPartitions(transactions, inFlight, instance.instanceId());
    }

    @Bean
    ChangeFeed changeFeed(
            DataSource dataSource, JdbcClient jdbc, ApplicationEventPublisher events) {
        return new ChangeFeed(
                dataSource, new ChangeEvents(events, jdbc), ChangeFeed.CHECK_INTERVAL);
    }
}
