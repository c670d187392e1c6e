// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.tenantprofile.TenantProfileService;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The values of tenants' profiles that the engine uses. */
@Configuration(proxyBeanMethods = false)
class TenantConfiguration {

    @Bean
    TenantWeights tenantWeights(TenantProfileService profiles, DatabaseLookups lookups) {
        return new TenantWeights(profiles::weightOf, lookups, Ticker.systemTicker());
    }

    @Bean
    TenantOutgoing tenantOutgoing(TenantProfileService profiles, DatabaseLookups lookups) {
        return new TenantOutgoing(profiles::outgoingAllowOf, lookups, Ticker.systemTicker());
    }

    @Bean
    TenantTransportLimits tenantTransportLimits(
            TenantProfileService profiles, DatabaseLookups lookups) {
        return new TenantTransportLimits(
                profiles::transportLimitsOf, lookups, Ticker.systemTicker());
    }
}
