// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Looks up what the engine needs to know of a device's profile. Answers come from a cache where they can. */
public interface DeviceProfiles {

    /** The profile of a tenant's device, or empty where the tenant has no such device. */
    CompletionStage<Optional<Profile>> of(TenantId tenant, DeviceId device);

    /**
     * What the engine needs to know of a profile.
     *
     * @param defaultRuleChain chain for its devices' messages, or null: the tenant's root chain
     * @param defaultQueue queue for its devices' messages, or null: {@code Main}
     * @param alarmRules whether the profile has alarm rules
     */
    record Profile(
            DeviceProfileId id,
            String name,
            @Nullable RuleChainId defaultRuleChain,
            @Nullable String defaultQueue,
            boolean alarmRules) {

        /** A message of one of its devices on the way that it says, as far as the message does not say one itself. */
        public RuleMessage routed(RuleMessage message) {
            return message.withDefaults(defaultQueue, defaultRuleChain);
        }
    }
}
