// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.AssetProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Looks up the profiles of assets for the engine. Results are cached. */
public interface AssetProfiles {

    /** Returns the profile of a tenant's asset, or empty if the tenant has no such asset. */
    CompletionStage<Optional<Profile>> of(TenantId tenant, AssetId asset);

    /**
     * The properties of a profile that the engine needs.
     *
     * @param defaultRuleChain chain for its assets' messages, or null: the tenant's root chain
     * @param defaultQueue queue for its assets' messages, or null: {@code Main}
     */
    record Profile(
            AssetProfileId id,
            String name,
            @Nullable RuleChainId defaultRuleChain,
            @Nullable String defaultQueue) {

        /**
         * Returns a message of one of its assets with the profile's chain and queue, each only if the message has none.
         */
        public RuleMessage routed(RuleMessage message) {
            return message.withDefaults(defaultQueue, defaultRuleChain);
        }
    }
}
