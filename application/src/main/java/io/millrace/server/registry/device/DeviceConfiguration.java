// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.deviceprofile.DeviceProfileRepository;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The look-ups that others make of devices. */
@Configuration(proxyBeanMethods = false)
class DeviceConfiguration {

    private static final int MAX_CONCURRENT_LOOKUPS = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Bean
    DatabaseLookups deviceLookups(StorageHealth health) {
        return new DatabaseLookups("device-lookup", MAX_CONCURRENT_LOOKUPS, PATIENCE, health);
    }

    @Bean
    DeviceCredentialsLookup deviceCredentialsLookup(
            JdbcClient jdbc, JsonMapper json, DatabaseLookups deviceLookups) {
        return new DeviceCredentialsLookup(jdbc, json, deviceLookups, Ticker.systemTicker());
    }

    @Bean
    DeviceAuthenticator deviceAuthenticator(DeviceCredentialsLookup lookup) {
        return new StoredDeviceAuthenticator(lookup);
    }

    @Bean
    CachedDeviceProfiles cachedDeviceProfiles(
            DeviceProfileRepository profiles, DatabaseLookups deviceLookups) {
        return new CachedDeviceProfiles(profiles, deviceLookups);
    }
}
