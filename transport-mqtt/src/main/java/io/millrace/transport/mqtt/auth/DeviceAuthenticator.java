// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.auth;

import java.util.concurrent.CompletionStage;

/** Finds the device that presents credentials. */
@FunctionalInterface
public interface DeviceAuthenticator {

    /**
     * Judges credentials. Called on an event loop: it must return at once and look things up elsewhere. A stage that
     * fails, or does not complete within the server's time limit, tells the client that the server is unavailable.
     */
    CompletionStage<AuthResult> authenticate(ConnectCredentials credentials);
}
