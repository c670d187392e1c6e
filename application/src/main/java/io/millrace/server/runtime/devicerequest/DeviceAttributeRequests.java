// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicerequest;

import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.AuthenticatedDevice;
import java.util.concurrent.CompletionStage;

/** Reads the attributes that devices ask for. No call blocks. */
@FunctionalInterface
public interface DeviceAttributeRequests {

    /** Reads client and shared attributes of a device. */
    CompletionStage<AttributeValues> attributes(
            AuthenticatedDevice device, AttributeRequest request);
}
