// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * An asset with what a list of assets shows beside it.
 *
 * @param customerTitle title of the customer that it is assigned to, or null
 * @param assetProfileName name of its profile
 */
record AssetInfo(
        @JsonUnwrapped Asset asset,
        @Nullable String customerTitle,
        boolean customerIsPublic,
        String assetProfileName) {}
