// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.assetprofile.AssetProfileRepository;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The look-ups that others make of assets. */
@Configuration(proxyBeanMethods = false)
class AssetConfiguration {

    @Bean
    CachedAssetProfiles cachedAssetProfiles(
            AssetProfileRepository profiles, DatabaseLookups lookups) {
        return new CachedAssetProfiles(profiles, lookups);
    }
}
