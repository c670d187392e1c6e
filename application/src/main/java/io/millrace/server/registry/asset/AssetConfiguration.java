// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.EntityType;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.assetprofile.AssetProfile;
import io.millrace.server.registry.assignable.AssignableKind;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.AssignableResource;
import io.millrace.server.registry.assignable.AssignableService;
import io.millrace.server.registry.assignable.AssignedEntities;
import io.millrace.server.registry.assignable.AssignmentResource;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.customer.Reassignments;
import io.millrace.server.registry.entity.EntityTransactions;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.registry.profile.ProfileService;
import io.millrace.server.registry.tenantprofile.EntityLimit;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.web.security.EntityAccess;
import java.util.List;
import java.util.Map;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Assets as a kind of assignable entities. */
@Configuration(proxyBeanMethods = false)
class AssetConfiguration {

    private static final AssignableKind<Asset> KIND =
            new AssignableKind<>(
                    EntityType.ASSET,
                    EntityType.ASSET_PROFILE,
                    EntityLimit.ASSETS,
                    List.of(),
                    Asset::read,
                    Map.of());

    @Bean
    AssignableRepository<Asset> assetRepository(JdbcClient jdbc, JsonColumn json) {
        return new AssignableRepository<>(KIND, jdbc, json);
    }

    @Bean
    AssignableService<Asset> assetService(
            AssignableRepository<Asset> assets,
            ProfileService<AssetProfile> profiles,
            TenantLimits limits,
            EntityTransactions transactions,
            ApplicationEventPublisher events) {
        return new AssignableService<>(
                assets,
                profiles,
                limits,
                transactions,
                asset -> events.publishEvent(new AssetChanged(asset.tenantId(), asset.id())));
    }

    @Bean
    AssignedEntities<Asset> assetsOfCustomers(
            AssignableRepository<Asset> assets,
            AssignableService<Asset> service,
            EntityActions actions) {
        return new AssignedEntities<>(assets, service, actions);
    }

    @Bean
    AssignableResource<Asset> assetResource(
            EntityAccess access,
            AssignableRepository<Asset> assets,
            ProfileRepository<AssetProfile> profiles,
            AssignableService<Asset> service,
            EntityActions actions,
            Reassignments reassignments) {
        return new AssignableResource<>(access, assets, profiles, service, actions, reassignments);
    }

    @Bean
    AssignmentResource<Asset> assetAssignments(
            EntityAccess access,
            CustomerRepository customers,
            AssignableRepository<Asset> assets,
            AssignableService<Asset> service,
            EntityActions actions) {
        return new AssignmentResource<>(access, customers, assets, service, actions);
    }

    @Bean
    CachedAssetProfiles cachedAssetProfiles(
            ProfileRepository<AssetProfile> profiles, DatabaseLookups lookups) {
        return new CachedAssetProfiles(profiles, lookups);
    }
}
