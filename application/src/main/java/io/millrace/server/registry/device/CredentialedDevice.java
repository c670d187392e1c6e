// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.transport.device.AuthenticatedDevice;
import org.jspecify.annotations.Nullable;

/**
 * A device that was found by credentials id.
 *
 * @param basic further parts that must match, for credentials of the type {@code MQTT_BASIC}; null for an access token
 */
record CredentialedDevice(@Nullable MqttBasic basic, AuthenticatedDevice device) {

    boolean isAccessToken() {
        return basic == null;
    }
}
