// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicerequest;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.settings.ProvisioningSettings;
import io.millrace.server.registry.provisioning.DeviceProvisioning;
import io.millrace.server.runtime.devicethrottle.ThrottledProvisioning;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that answer the requests of devices. */
@Configuration(proxyBeanMethods = false)
class DeviceRequestConfiguration {

    /** One for all transports, so that an address cannot guess more by using several. */
    @Bean
    ThrottledProvisioning throttledProvisioning(
            DeviceProvisioning provisioning, ProvisioningSettings settings) {
        return new ThrottledProvisioning(
                provisioning::provision, settings.guessesPerMinute(), Ticker.systemTicker());
    }
}
