// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.CustomerId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a caller decides about an asset, besides its profile; checked. */
record AssetContent(
        String name,
        @Nullable String label,
        CustomerId customer,
        @Nullable JsonNode additionalInfo) {

    /** An asset as it is, but for another customer. */
    static AssetContent of(Asset asset, CustomerId customer) {
        return new AssetContent(asset.name(), asset.label(), customer, asset.additionalInfo());
    }
}
