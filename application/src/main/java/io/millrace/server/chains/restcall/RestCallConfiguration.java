// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.restcall;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.QueueSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Beans for REST calls into rule chains and their replies. */
@Configuration(proxyBeanMethods = false)
class RestCallConfiguration {

    private static final int MOST_WAITING = 2_000;
    private static final int MOST_WAITING_OF_TENANT = 500;

    @Bean
    WaitingCalls waitingCalls() {
        return new WaitingCalls(MOST_WAITING, MOST_WAITING_OF_TENANT);
    }

    @Bean
    MeterBinder waitingCallMeters(WaitingCalls calls) {
        return registry ->
                Gauge.builder("millrace.calls.waiting", calls, WaitingCalls::size)
                        .description(
                                "REST calls that wait for an answer of a rule chain or a device")
                        .register(registry);
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
                queue.isSingleInstance(),
                calls,
                new ReplyTable(jdbc),
                lookups);
    }
}
