// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import io.millrace.message.id.RuleChainId;
import org.jspecify.annotations.Nullable;

/** What a caller decides about a profile; checked. */
record AssetProfileContent(
        String name,
        @Nullable String description,
        @Nullable RuleChainId defaultRuleChainId,
        @Nullable String defaultQueueName) {

    /** A profile of which nothing is known but its name. */
    static AssetProfileContent named(String name) {
        return new AssetProfileContent(name, null, null, null);
    }
}
