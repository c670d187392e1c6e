// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The credentials of a device, as REST shows them.
 *
 * @param createdTime milliseconds since the epoch
 * @param credentialsId key of the lookup, unique in the installation: the access token itself, or what
 *     {@link MqttBasic} makes of client id and user name
 * @param credentialsValue null for an access token; JSON of {@link MqttBasic} as text
 * @param version counts the changes, from 1
 */
record DeviceCredentials(
        Id id,
        long createdTime,
        DeviceId deviceId,
        CredentialsType credentialsType,
        String credentialsId,
        @Nullable String credentialsValue,
        long version) {

    /** Id of credentials. They are no entity, so their id names no type. */
    record Id(UUID id) {}

    /** Without the secrets: this may end up in a log. */
    @Override
    public String toString() {
        return "DeviceCredentials[deviceId=%s, credentialsType=%s]"
                .formatted(deviceId, credentialsType);
    }
}
