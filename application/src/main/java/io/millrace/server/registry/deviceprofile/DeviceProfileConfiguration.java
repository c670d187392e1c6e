// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.EntityType;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.profile.ProfileKind;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.registry.profile.ProfileResource;
import io.millrace.server.registry.profile.ProfileService;
import io.millrace.server.registry.queue.QueueReferences;
import io.millrace.server.web.security.EntityAccess;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

/** Device profiles as a kind of profiles. */
@Configuration(proxyBeanMethods = false)
class DeviceProfileConfiguration {

    private static final ProfileKind<DeviceProfile> KIND =
            new ProfileKind<>(
                    EntityType.DEVICE_PROFILE,
                    EntityType.DEVICE,
                    List.of(Column.json(DeviceProfile.DATA)),
                    Map.of(DeviceProfile.DATA, DeviceProfile.defaultData()),
                    DeviceProfile::read);

    @Bean
    ProfileRepository<DeviceProfile> deviceProfileRepository(JdbcClient jdbc, JsonColumn json) {
        return new ProfileRepository<>(KIND, jdbc, json);
    }

    @Bean
    ProfileService<DeviceProfile> deviceProfileService(
            ProfileRepository<DeviceProfile> profiles,
            QueueReferences queues,
            PlatformTransactionManager transactions,
            Clock clock,
            ApplicationEventPublisher events) {
        return new ProfileService<>(
                KIND,
                profiles,
                queues,
                transactions,
                clock,
                profile ->
                        events.publishEvent(
                                new DeviceProfileChanged(profile.tenantId(), profile.id())));
    }

    @Bean
    ProfileResource<DeviceProfile> deviceProfileResource(
            EntityAccess access,
            ProfileRepository<DeviceProfile> profiles,
            ProfileService<DeviceProfile> service,
            EntityActions actions) {
        return new ProfileResource<>(access, profiles, service, actions);
    }
}
