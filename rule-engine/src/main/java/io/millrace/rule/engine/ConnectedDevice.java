// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * What the engine is told of a device whose sessions it follows.
 *
 * @param profileName name of its profile, which is the device's type in messages
 * @param customer the customer that it is assigned to, or null
 * @param ruleChain chain for its messages, or null: the tenant's root chain
 * @param queue queue for its messages, or null: {@code Main}
 */
public record ConnectedDevice(
        TenantId tenant,
        DeviceId id,
        String name,
        String profileName,
        @Nullable CustomerId customer,
        @Nullable RuleChainId ruleChain,
        @Nullable String queue) {}
