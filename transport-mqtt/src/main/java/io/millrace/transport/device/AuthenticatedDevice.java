// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a device that transports and its messages need.
 *
 * @param tenant tenant that owns the device
 * @param device identity of the device
 * @param name name of the device
 * @param profileName name of its profile, which is the device's type in messages
 * @param customer the customer that it is assigned to, or null
 * @param profile identity of its profile
 * @param defaultRuleChain the profile's rule chain, or null: the tenant's root chain
 * @param defaultQueue the profile's queue, or null: {@code Main}
 * @param options what it and its profile choose for transports
 */
public record AuthenticatedDevice(
        TenantId tenant,
        DeviceId device,
        String name,
        String profileName,
        @Nullable CustomerId customer,
        DeviceProfileId profile,
        @Nullable RuleChainId defaultRuleChain,
        @Nullable String defaultQueue,
        TransportOptions options) {

    public AuthenticatedDevice {
        Objects.requireNonNull(tenant, "tenant");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(profileName, "profileName");
        Objects.requireNonNull(profile, "profile");
        Objects.requireNonNull(options, "options");
    }
}
