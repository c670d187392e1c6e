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
    TenantProfileCache tenantProfileCache(TenantProfileService profiles, DatabaseLookups lookups) {
        return new TenantProfileCache(profiles::valuesOf, lookups, Ticker.systemTicker());
    }

    @Bean
    TenantWeights tenantWeights(TenantProfileCache profiles) {
        return new TenantWeights(profiles);
    }

    @Bean
    TenantOutgoing tenantOutgoing(TenantProfileCache profiles) {
        return new TenantOutgoing(profiles);
    }

    @Bean
    TenantTransportLimits tenantTransportLimits(TenantProfileCache profiles) {
        return new TenantTransportLimits(profiles);
    }
}
