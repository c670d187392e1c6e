// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.EntityType;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.registry.assetprofile.AssetProfile;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.AssignableEntities;
import io.millrace.server.registry.assignable.AssignableKind;
import io.millrace.server.registry.assignable.AssignableKinds;
import io.millrace.server.registry.assignable.AssignableRepository;
import io.millrace.server.registry.assignable.NamedAssignables;
import io.millrace.server.registry.assignable.Typing;
import io.millrace.server.registry.entity.NamedEntityKind;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.registry.tenantprofile.EntityLimit;
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
                    "name",
                    new Typing.ByProfile(EntityType.ASSET_PROFILE),
                    EntityLimit.ASSETS,
                    List.of(AssignableContent.LABEL),
                    List.of(),
                    Asset::read,
                    Map.of(
                            "entity_view_asset_fkey",
                            "The asset has entity views; delete them first"));

    @Bean
    AssignableRepository<Asset> assetRepository(JdbcClient jdbc, JsonColumn json) {
        return new AssignableRepository<>(KIND, jdbc, json);
    }

    @Bean
    AssignableEntities<Asset> assetEntities(
            AssignableKinds kinds,
            AssignableRepository<Asset> repository,
            ApplicationEventPublisher events) {
        return kinds.entities(
                repository,
                kinds.service(
                        repository,
                        asset ->
                                events.publishEvent(
                                        new AssetChanged(asset.tenantId(), asset.id()))));
    }

    @Bean
    NamedEntityKind namedAssets(
            AssignableRepository<Asset> repository, AssignableEntities<Asset> entities) {
        return new NamedAssignables<>(repository, entities.lifecycle(), Map::of);
    }

    @Bean
    CachedAssetProfiles cachedAssetProfiles(
            ProfileRepository<AssetProfile> profiles, DatabaseLookups lookups) {
        return new CachedAssetProfiles(profiles, lookups);
    }
}
