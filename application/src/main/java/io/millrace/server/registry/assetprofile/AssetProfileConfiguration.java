// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.EntityType;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.action.EntityActions;
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
    ProfileRepository<AssetProfile> assetProfileRepository(JdbcClient jdbc, JsonColumn json) {
        return new ProfileRepository<>(KIND, jdbc, json);
    }

    @Bean
    ProfileService<AssetProfile> assetProfileService(
            ProfileRepository<AssetProfile> profiles,
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
                profile -> events.publishEvent(new AssetProfilesChanged(profile.tenantId())));
    }

    @Bean
    ProfileResource<AssetProfile> assetProfileResource(
            EntityAccess access,
            ProfileRepository<AssetProfile> profiles,
            ProfileService<AssetProfile> service,
            EntityActions actions) {
        return new ProfileResource<>(access, profiles, service, actions);
    }
}
