// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.CustomerId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * An asset to be made ({@code id} null) or changed. What stands in ThingsBoard's shape besides is ignored.
 *
 * @param type name of its profile, which is made where it is missing; counts only without {@code assetProfileId}
 * @param customerId null: as it is
 * @param version where it is given, the change is refused unless the stored version is the same
 */
record AssetRequest(
        @Nullable AssetId id,
        @Nullable String name,
        @Nullable String type,
        @Nullable String label,
        @Nullable AssetProfileId assetProfileId,
        @Nullable CustomerId customerId,
        @Nullable JsonNode additionalInfo,
        @Nullable Long version) {

    /**
     * The checked content, for a customer that has been decided.
     *
     * @throws ApiException (400) where something cannot be as it is
     */
    AssetContent content(CustomerId customer) {
        return new AssetContent(
                NameRules.requireName("name", name),
                NameRules.optionalText("label", label),
                customer,
                additionalInfo);
    }
}
