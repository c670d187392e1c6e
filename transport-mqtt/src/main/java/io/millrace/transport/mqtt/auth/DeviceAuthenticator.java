// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.auth;

import java.util.concurrent.CompletionStage;

/** Finds the device that presents credentials. */
@FunctionalInterface
public interface DeviceAuthenticator {

    /**
     * Authenticates a client. Called on an event loop: it must return at once and do lookups on other threads. If the
     * stage fails, or does not complete within the server's time limit, the client is refused with "server
     * unavailable".
     */
    CompletionStage<AuthResult> authenticate(ConnectCredentials credentials);
}
