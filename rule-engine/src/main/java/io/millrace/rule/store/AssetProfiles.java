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

/** Looks up what the engine needs to know of an asset's profile. Answers come from a cache where they can. */
public interface AssetProfiles {

    /** The profile of a tenant's asset, or empty where the tenant has no such asset. */
    CompletionStage<Optional<Profile>> of(TenantId tenant, AssetId asset);

    /**
     * What the engine needs to know of a profile.
     *
     * @param defaultRuleChain chain for its assets' messages, or null: the tenant's root chain
     * @param defaultQueue queue for its assets' messages, or null: {@code Main}
     */
    record Profile(
            AssetProfileId id,
            String name,
            @Nullable RuleChainId defaultRuleChain,
            @Nullable String defaultQueue) {

        /** A message of one of its assets on the way that it says, as far as the message does not say one itself. */
        public RuleMessage routed(RuleMessage message) {
            return message.withDefaults(defaultQueue, defaultRuleChain);
        }
    }
}
