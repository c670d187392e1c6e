// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableKinds;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The parts that devices share with other assignable entities, and the lookups of devices. */
@Configuration(proxyBeanMethods = false)
class DeviceConfiguration {

    private static final int MAX_CONCURRENT_LOOKUPS = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Bean
    AssignableRepository<Device> deviceRepository(JdbcClient jdbc, JsonColumn json) {
        return new AssignableRepository<>(DeviceKind.KIND, jdbc, json);
    }

    @Bean
    AssignableEntities<Device> deviceEntities(
            AssignableKinds kinds, AssignableRepository<Device> repository, DeviceService service) {
        return kinds.entities(repository, service);
    }

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
            ProfileRepository<DeviceProfile> profiles, DatabaseLookups deviceLookups) {
        return new CachedDeviceProfiles(profiles, deviceLookups);
    }
}
