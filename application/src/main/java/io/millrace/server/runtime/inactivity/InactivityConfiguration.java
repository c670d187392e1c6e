// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import io.millrace.rule.engine.RuleEngine;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.periodic.DueTask;
import io.millrace.server.platform.settings.QueueSettings;
import io.millrace.server.registry.device.DeviceDirectory;
import java.time.Clock;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Beans that store the active devices, and request their checks when they are due. */
@Configuration(proxyBeanMethods = false)
class InactivityConfiguration {

    private static final int PAGE_SIZE = 500;

    @Bean
    ActiveDeviceStorage activeDeviceStorage(Transactions transactions) {
        return new ActiveDeviceStorage(transactions, CommitLimits.DEFAULT);
    }

    @Bean
    SilentDevices silentDevices(
            DataSource dataSource,
            ActiveDeviceStorage storage,
            DeviceDirectory directory,
            RuleEngine engine,
            QueueSettings queue,
            Clock clock) {
        return new SilentDevices(
                new JdbcTemplate(dataSource),
                storage,
                directory,
                engine,
                clock,
                DueTask.longestRest(queue.isSingleInstance()),
                PAGE_SIZE);
    }
}
