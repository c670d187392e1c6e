// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import java.util.concurrent.CompletionStage;

/** Decides which clients may connect. */
@FunctionalInterface
public interface ClientAuthenticator {

    /**
     * Authenticates a client. Called on an event loop: it must return at once and do lookups on other threads. If the
     * stage fails, or does not complete within the server's time limit, the client is refused with "server
     * unavailable".
     */
    CompletionStage<Decision> authenticate(ConnectCredentials credentials);

    /** The result of authenticating a client. */
    sealed interface Decision {

        /** The client may connect and is served by the given object, which serves no other connection. */
        record Accepted(Client client) implements Decision {}

        /** The client may not connect. */
        record Refused(Refusal reason) implements Decision {}
    }
}
