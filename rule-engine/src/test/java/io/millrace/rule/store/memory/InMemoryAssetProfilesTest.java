// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.rule.store.AssetProfilesContract;

class InMemoryAssetProfilesTest extends AssetProfilesContract {

    private final InMemoryAssetProfiles profiles = new InMemoryAssetProfiles();

    @Override
    protected AssetProfiles profiles() {
        return profiles;
    }

    @Override
    protected AssetId assetWith(TenantId owner, AssetProfiles.Profile profile) {
        AssetId asset = new AssetId(TimeOrderedUuid.next());
        profiles.put(owner, asset, profile);
        return asset;
    }

    @Override
    protected void change(TenantId owner, AssetId asset, AssetProfiles.Profile profile) {
        profiles.put(owner, asset, profile);
    }
}
