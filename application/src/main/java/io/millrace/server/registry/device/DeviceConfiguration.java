// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.AssignableResource;
import io.millrace.server.registry.assignable.AssignedEntities;
import io.millrace.server.registry.assignable.AssignmentResource;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.customer.Reassignments;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.web.security.EntityAccess;
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
    AssignedEntities<Device> devicesOfCustomers(
            AssignableRepository<Device> devices, DeviceService service, EntityActions actions) {
        return new AssignedEntities<>(devices, service, actions);
    }

    @Bean
    AssignableResource<Device> deviceResource(
            EntityAccess access,
            AssignableRepository<Device> devices,
            ProfileRepository<DeviceProfile> profiles,
            DeviceService service,
            EntityActions actions,
            Reassignments reassignments) {
        return new AssignableResource<>(access, devices, profiles, service, actions, reassignments);
    }

    @Bean
    AssignmentResource<Device> deviceAssignments(
            EntityAccess access,
            CustomerRepository customers,
            AssignableRepository<Device> devices,
            DeviceService service,
            EntityActions actions) {
        return new AssignmentResource<>(access, customers, devices, service, actions);
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
