// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.NameRules;
import org.jspecify.annotations.Nullable;

/**
 * A profile to be made ({@code id} null) or changed. What stands in ThingsBoard's shape besides is ignored.
 *
 * @param version where it is given, the change is refused unless the stored version is the same
 */
record AssetProfileRequest(
        @Nullable AssetProfileId id,
        @Nullable String name,
        @Nullable String description,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable String defaultQueueName,
        @Nullable Long version) {

    /**
     * The checked content.
     *
     * @throws ApiException (400) where something cannot be as it is
     */
    AssetProfileContent content() {
        // An empty name is none, as ThingsBoard has it.
        String queue = NameRules.optionalText("defaultQueueName", defaultQueueName);
        return new AssetProfileContent(
                NameRules.requireName("name", name),
                description,
                defaultRuleChainId,
                queue == null || queue.isEmpty() ? null : queue);
    }
}
