// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqttsession;

import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.settings.MqttSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Beans that store MQTT sessions. */
@Configuration(proxyBeanMethods = false)
class MqttSessionConfiguration {

    @Bean
    StoredSessions storedSessions(
            Transactions transactions,
            JdbcClient jdbc,
            DatabaseLookups lookups,
            MqttSettings settings) {
        return new StoredSessions(
                transactions, CommitLimits.DEFAULT, jdbc, lookups, settings.sessionExpiry());
    }

    @Bean
    ExpiredSessions expiredSessions(Transactions transactions) {
        return new ExpiredSessions(transactions);
    }
}
