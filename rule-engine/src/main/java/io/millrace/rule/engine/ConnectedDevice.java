// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.message.DataType;
import io.millrace.message.EntryPoint;
import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A device whose sessions the engine follows.
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
        @Nullable String queue) {

    /** Returns a life-cycle message of the device, for the chain and queue of its profile. */
    RuleMessage message(MessageType type, ObjectNode payload, long at) {
        return new RuleMessage(
                TimeOrderedUuid.at(at),
                tenant,
                id.entity(),
                customer,
                type.name(),
                Metadata.of(
                        "deviceName", name,
                        "deviceType", profileName,
                        "scope", AttributeScope.SERVER_SCOPE.name()),
                DataType.JSON,
                Payload.of(payload),
                at,
                queue,
                ruleChain == null ? null : EntryPoint.firstNodeOf(ruleChain));
    }
}
