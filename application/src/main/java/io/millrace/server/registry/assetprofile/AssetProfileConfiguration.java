// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.action.EntityActions;
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

/** Asset profiles as a kind of profiles. */
@Configuration(proxyBeanMethods = false)
class AssetProfileConfiguration {

    private static final ProfileKind<AssetProfile> KIND =
            new ProfileKind<>(
                    EntityType.ASSET_PROFILE,
                    EntityType.ASSET,
                    List.of(),
                    Map.of(),
                    AssetProfile::read);

    @Bean
    ProfileRepository<AssetProfile> assetProfileRepository(ProfileKinds kinds) {
        return kinds.repository(KIND);
    }

    @Bean
    ProfileService<AssetProfile> assetProfileService(
            ProfileKinds kinds,
            ProfileRepository<AssetProfile> profiles,
            ApplicationEventPublisher events) {
        return kinds.service(
                profiles,
                profile -> events.publishEvent(new AssetProfilesChanged(profile.tenantId())));
    }

    @Bean
    ProfileResource<AssetProfile> assetProfileResource(
            ProfileService<AssetProfile> service, EntityAccess access, EntityActions actions) {
        return new ProfileResource<>(service, access, actions);
    }
}
