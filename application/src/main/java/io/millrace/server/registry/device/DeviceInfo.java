// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import org.jspecify.annotations.Nullable;

/**
 * A device with what a list of devices shows beside it.
 *
 * @param customerTitle title of the customer that it is assigned to, or null
 * @param deviceProfileName name of its profile
 * @param active whether it has been heard of lately
 */
record DeviceInfo(
        @JsonUnwrapped Device device,
        @Nullable String customerTitle,
        boolean customerIsPublic,
        String deviceProfileName,
        boolean active) {}
