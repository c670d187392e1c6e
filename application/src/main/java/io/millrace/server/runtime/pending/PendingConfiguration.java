// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.MessageQueue;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.platform.settings.QueueSettings;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Beans that store messages which wait in nodes, and notify the nodes when messages are due. */
@Configuration(proxyBeanMethods = false)
class PendingConfiguration {

    @Bean
    PendingStorage pendingStorage(Transactions transactions) {
        return new PendingStorage(transactions, CommitLimits.DEFAULT);
    }

    @Bean
    DueMessages dueMessages(
            DataSource dataSource,
            PendingStorage pending,
            MessageQueue queue,
            DeadLetterStore deadLetters,
            QueueSettings settings,
            Clock clock) {
        return new DueMessages(
                new JdbcTemplate(dataSource),
                pending,
                queue,
                deadLetters,
                DueTask.longestRest(settings.isSingleInstance()),
                clock);
    }

    @Bean
    MeterBinder pendingMeters(DueMessages due) {
        return registry ->
                Gauge.builder("millrace.pending.late", due, DueMessages::lateSeconds)
                        .description(
                                "Time since the due time of the longest overdue message that waits in a node")
                        .baseUnit("seconds")
                        .register(registry);
    }
}
