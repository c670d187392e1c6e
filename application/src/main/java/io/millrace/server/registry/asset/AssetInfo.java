// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.millrace.server.registry.assignable.Listed;
import org.jspecify.annotations.Nullable;

/**
 * An asset with the names of its customer and its profile.
 *
 * @param customerTitle title of the customer that it is assigned to, or null
 * @param assetProfileName name of its profile
 */
record AssetInfo(
        @JsonUnwrapped Asset asset,
        @Nullable String customerTitle,
        boolean customerIsPublic,
        String assetProfileName) {

    static AssetInfo of(Listed<Asset> listed) {
        return new AssetInfo(
                listed.entity(),
                listed.customerTitle(),
                listed.customerIsPublic(),
                listed.entity().type());
    }
}
