// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.profile.ProfileKind;
import io.millrace.server.registry.profile.ProfileKinds;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.registry.profile.ProfileResource;
import io.millrace.server.registry.profile.ProfileService;
import io.millrace.server.web.security.EntityAccess;
import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Device profiles as a kind of profiles. */
@Configuration(proxyBeanMethods = false)
class DeviceProfileConfiguration {

    private static final ProfileKind<DeviceProfile> KIND =
            new ProfileKind<>(
                    EntityType.DEVICE_PROFILE,
                    EntityType.DEVICE,
                    List.of(
                            Column.json(DeviceProfile.DATA),
                            Column.value(DeviceProfile.TRANSPORT_TYPE),
                            Column.value(DeviceProfile.PROVISION_TYPE),
                            Column.value(DeviceProfile.PROVISION_KEY)),
                    Map.of(
                            DeviceProfile.DATA, DeviceProfile.defaultData(),
                            DeviceProfile.TRANSPORT_TYPE, "DEFAULT",
                            DeviceProfile.PROVISION_TYPE, "DISABLED"),
                    "(:transportType = '' or e.transport_type = :transportType)",
                    Map.of("transportType", ""),
                    Map.of(
                            "device_profile_provision_key",
                            "provisionDeviceKey: another device profile has this key; choose another"),
                    DeviceProfile::read);

    @Bean
    ProfileRepository<DeviceProfile> deviceProfileRepository(ProfileKinds kinds) {
        return kinds.repository(KIND);
    }

    @Bean
    ProfileService<DeviceProfile> deviceProfileService(
            ProfileKinds kinds,
            ProfileRepository<DeviceProfile> profiles,
            ApplicationEventPublisher events) {
        return kinds.service(
                profiles,
                profile ->
                        events.publishEvent(
                                new DeviceProfileChanged(profile.tenantId(), profile.id())));
    }

    @Bean
    ProfileResource<DeviceProfile> deviceProfileResource(
            ProfileService<DeviceProfile> service, EntityAccess access, EntityActions actions) {
        return new ProfileResource<>(service, access, actions);
    }
}
