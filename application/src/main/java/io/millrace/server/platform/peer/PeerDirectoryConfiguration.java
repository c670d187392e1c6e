// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.peer;

import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.settings.PeerSettings;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.server.Ssl;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The bean that knows the other instances. A single instance knows none and writes no row. */
@Configuration(proxyBeanMethods = false)
class PeerDirectoryConfiguration {

    @Bean
    InstanceRun instanceRun() {
        return new InstanceRun(UUID.randomUUID());
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
    PeerDirectory peerDirectory(
            JdbcClient jdbc,
            InstanceSettings instance,
            InstanceRun run,
            PeerSettings settings,
            ServerProperties server,
            Environment environment) {
        return new PeerDirectory(
                new InstanceTable(jdbc),
                instance.instanceId(),
                run,
                () -> settings.address().orElseGet(() -> determined(server, environment)),
                System::nanoTime);
    }

    @Bean
    @ConditionalOnProperty(name = "millrace.queue", havingValue = "memory", matchIfMissing = true)
    Peers noPeers() {
        return List::of;
    }

    private static URI determined(ServerProperties server, Environment environment) {
        List<String> brokers =
                Binder.get(environment)
                        .bind("spring.kafka.bootstrap-servers", Bindable.listOf(String.class))
                        .orElseGet(List::of);
        return new OwnAddress(server.getAddress(), Ssl.isEnabled(server.getSsl()), brokers)
                .at(environment.getRequiredProperty("local.server.port", Integer.class));
    }
}
