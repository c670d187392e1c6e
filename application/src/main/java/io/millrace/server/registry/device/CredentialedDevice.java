// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * A device that was found by credentials id, with the values that its messages need.
 *
 * @param basic further parts that must match, for credentials of the type {@code MQTT_BASIC}; null for an access token
 * @param customer the customer that it is assigned to, or null
 * @param defaultRuleChain chain for its messages, or null: the tenant's root chain
 * @param defaultQueue queue for its messages, or null: {@code Main}
 */
record CredentialedDevice(
        @Nullable MqttBasic basic,
        TenantId tenant,
        DeviceId device,
        String name,
        @Nullable CustomerId customer,
        DeviceProfileId profile,
        String profileName,
        @Nullable RuleChainId defaultRuleChain,
        @Nullable String defaultQueue) {

    boolean isAccessToken() {
        return basic == null;
    }
}
