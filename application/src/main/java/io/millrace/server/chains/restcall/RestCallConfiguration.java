// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.QueueSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Beans for REST calls into rule chains and their replies. */
@Configuration(proxyBeanMethods = false)
class RestCallConfiguration {

    private static final int MOST_WAITING = 1_000;
    private static final int MOST_WAITING_OF_TENANT = 200;

    @Bean
    WaitingCalls waitingCalls() {
        return new WaitingCalls(MOST_WAITING, MOST_WAITING_OF_TENANT);
    }

    @Bean
    InstanceReplies restReplies(
            InstanceSettings instance,
            QueueSettings queue,
            WaitingCalls calls,
            JdbcClient jdbc,
            DatabaseLookups lookups) {
        return new InstanceReplies(
                instance.instanceId(),
                queue.queue() == QueueSettings.Engine.MEMORY,
                calls,
                new ReplyTable(jdbc),
                lookups);
    }
}
