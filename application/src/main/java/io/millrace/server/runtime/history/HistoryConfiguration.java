// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.PeriodicTask;
import io.millrace.server.platform.settings.HistorySettings;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.store.history.HistoryListener;
import io.millrace.server.store.history.HistoryPartitions;
import io.millrace.server.store.history.HistoryRetention;
import io.millrace.server.store.history.HistoryStorage;
import io.millrace.server.store.history.MessageWatches;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that keep messages with their contents, and drop those whose time has ended. */
@Configuration(proxyBeanMethods = false)
class HistoryConfiguration {

    private static final Duration SWEEP_INTERVAL = Duration.ofMinutes(10);

    /** The start of the service has other work to do. */
    private static final Duration SWEEP_DELAY = Duration.ofMinutes(1);

    @Bean
    HistoryPartitions historyPartitions() {
        return new HistoryPartitions();
    }

    @Bean
    HistoryStorage historyStorage(
            Transactions transactions,
            HistoryPartitions partitions,
            HistorySettings settings,
            InstanceSettings instance,
            HistoryListener listener,
            Clock clock) {
        return new HistoryStorage(
                transactions, partitions, settings, instance.instanceId(), listener, clock);
    }

    @Bean
    MessageKeeper messageKeeper(
            HistorySettings settings, MessageWatches watches, HistoryStorage storage) {
        return new MessageKeeper(new KeptDecision(settings.slowNanos()), watches, storage);
    }

    @Bean
    HistoryRetention historyRetention(
            Transactions transactions,
            HistoryPartitions partitions,
            HistorySettings settings,
            Clock clock) {
        return new HistoryRetention(transactions, partitions, settings, clock);
    }

    @Bean(destroyMethod = "stop")
    PeriodicTask messageHistoryRetention(HistoryRetention retention) {
        PeriodicTask task =
                new PeriodicTask("message-history-retention", SWEEP_INTERVAL, retention::sweep);
        task.start(SWEEP_DELAY);
        return task;
    }
}
