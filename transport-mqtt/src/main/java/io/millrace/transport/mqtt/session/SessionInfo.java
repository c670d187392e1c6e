// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

import io.millrace.transport.device.AuthenticatedDevice;
import java.net.SocketAddress;
import java.util.Objects;
import java.util.UUID;

/**
 * One device's session.
 *
 * @param id identity of the session
 * @param device the device
 * @param clientId client id as the client sent it, or the one that the server assigned
 * @param remote address of the client
 */
public record SessionInfo(
        UUID id, AuthenticatedDevice device, String clientId, SocketAddress remote) {

    public SessionInfo {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(clientId, "clientId");
        Objects.requireNonNull(remote, "remote");
    }
}
