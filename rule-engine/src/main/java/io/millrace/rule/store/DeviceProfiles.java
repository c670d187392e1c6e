// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarmrule.ProfileAlarmRules;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Looks up the profiles of devices for the engine. Results are cached. */
public interface DeviceProfiles {

    /** Returns the profile of a tenant's device, or empty if the tenant has no such device. */
    CompletionStage<Optional<Profile>> of(TenantId tenant, DeviceId device);

    /**
     * The properties of a profile that the engine needs.
     *
     * @param defaultRuleChain chain for its devices' messages, or null: the tenant's root chain
     * @param defaultQueue queue for its devices' messages, or null: {@code Main}
     * @param alarmRules its alarm rules; the same object for all devices of one version of the profile
     */
    record Profile(
            DeviceProfileId id,
            String name,
            @Nullable RuleChainId defaultRuleChain,
            @Nullable String defaultQueue,
            ProfileAlarmRules alarmRules) {

        /**
         * Returns a message of one of its devices with the profile's chain and queue, each only if the message has
         * none.
         */
        public RuleMessage routed(RuleMessage message) {
            return message.withDefaults(defaultQueue, defaultRuleChain);
        }
    }
}
