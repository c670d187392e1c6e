// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A device with the names of its customer and its profile, and its activity.
 *
 * @param customerTitle title of the customer that it is assigned to, or null
 * @param deviceProfileName name of its profile
 * @param active whether the device is active
 */
record DeviceInfo(
        @JsonUnwrapped Device device,
        @Nullable String customerTitle,
        boolean customerIsPublic,
        String deviceProfileName,
        boolean active) {}
