// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.EntityType;
import io.millrace.server.registry.profile.ProfileContract;
import java.util.List;

class AssetProfilesIT extends ProfileContract {

    AssetProfilesIT() {
        super(EntityType.ASSET);
    }

    @Override
    protected List<String> ownProperties() {
        return List.of();
    }

    @Override
    protected List<String> ownInfoProperties() {
        return List.of();
    }
}
