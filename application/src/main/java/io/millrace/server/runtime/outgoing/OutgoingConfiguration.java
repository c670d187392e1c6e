// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.outgoing;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.rule.http.ApacheHttpClients;
import io.millrace.rule.outgoing.HostLookups;
import io.millrace.rule.outgoing.OutgoingAddresses;
import io.millrace.rule.outgoing.OutgoingGuard;
import io.millrace.server.platform.settings.OutgoingSettings;
import io.millrace.server.registry.tenant.TenantOutgoing;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Beans for outgoing connections of nodes: the allowed targets and the HTTP client. */
@Configuration(proxyBeanMethods = false)
class OutgoingConfiguration {

    @Bean
    OutgoingGuard outgoingGuard(OutgoingSettings settings, TenantOutgoing tenants) {
        return new OutgoingGuard(settings.targets(), tenants);
    }

    @Bean
    HostLookups hostLookups() {
        return new HostLookups(HostLookups.Names.SYSTEM);
    }

    @Bean
    OutgoingAddresses outgoingAddresses(OutgoingGuard guard, HostLookups lookups) {
        return new OutgoingAddresses(guard, lookups);
    }

    /** Creates the HTTP clients. Lazy, because it reads the certificates that the JDK trusts. */
    @Bean
    @Lazy
    ApacheHttpClients httpClients(OutgoingAddresses addresses, MeterRegistry registry) {
        ApacheHttpClients clients =
                new ApacheHttpClients(ApacheHttpClients.Settings.DEFAULT, addresses);
        Gauge.builder("millrace.outgoing.calls", clients, ApacheHttpClients::underWay)
                .description("HTTP calls of nodes in progress")
                .register(registry);
        Gauge.builder("millrace.outgoing.connections", clients, ApacheHttpClients::connections)
                .description("Connections for HTTP calls of nodes, including idle ones")
                .register(registry);
        return clients;
    }
}
