// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableKinds;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.NamedAssignables;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.entity.NamedEntityKind;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

/** The parts that devices share with other assignable entities, and the lookups of devices. */
@Configuration(proxyBeanMethods = false)
class DeviceConfiguration {

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
    NamedEntityKind namedDevices(AssignableRepository<Device> repository, DeviceService service) {
        return new NamedAssignables<>(
                repository, service, () -> Map.of(DeviceKind.DATA, DeviceKind.defaultData()));
    }

    @Bean
    DeviceCredentialsLookup deviceCredentialsLookup(
            JdbcClient jdbc, JsonMapper json, DatabaseLookups lookups) {
        return new DeviceCredentialsLookup(jdbc, json, lookups, Ticker.systemTicker());
    }

    @Bean
    DeviceAuthenticator deviceAuthenticator(DeviceCredentialsLookup lookup) {
        return new StoredDeviceAuthenticator(lookup);
    }

    /** For transports whose only credentials are an access token. */
    @Bean(defaultCandidate = false)
    DeviceAuthenticator accessTokenAuthenticator(DeviceCredentialsLookup lookup) {
        return new AccessTokenAuthenticator(lookup);
    }

    @Bean
    CachedDeviceProfiles cachedDeviceProfiles(
            ProfileRepository<DeviceProfile> profiles, DatabaseLookups lookups) {
        return new CachedDeviceProfiles(profiles, lookups);
    }
}
