// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.device;

import io.millrace.message.id.CustomerId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a caller decides about a device, besides its profile; checked. */
record DeviceContent(
        String name,
        @Nullable String label,
        CustomerId customer,
        @Nullable JsonNode deviceData,
        @Nullable JsonNode additionalInfo) {}
