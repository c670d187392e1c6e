// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.auth;

import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import java.net.SocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that a client presents in CONNECT. {@link #toString} shows no secrets; a user name may be an access
 * token.
 */
public final class ConnectCredentials {

    private final String clientId;
    private final @Nullable String userName;
    private final byte @Nullable [] password;
    private final SocketAddress remote;

    /**
     * @param clientId as the client sent it; may be empty
     * @param userName null if the client sent none
     * @param password null if the client sent none; must not be modified
     * @param remote address of the client
     */
    public ConnectCredentials(
            String clientId,
            @Nullable String userName,
            byte @Nullable [] password,
            SocketAddress remote) {
        this.clientId = Objects.requireNonNull(clientId, "clientId");
        this.userName = userName;
        this.password = password;
        this.remote = Objects.requireNonNull(remote, "remote");
    }

    /** The client id as the client sent it; may be empty. */
    public String clientId() {
        return clientId;
    }

    /** The user name, which may be an access token, or null if the client sent none. */
    public @Nullable String userName() {
        return userName;
    }

    /** The bytes of the password, which must not be modified, or null if the client sent none. */
    public byte @Nullable [] password() {
        return password;
    }

    /** The address of the client. */
    public SocketAddress remote() {
        return remote;
    }

    /**
     * Returns the refusal that ThingsBoard gives if these credentials belong to no device. It depends on which of them
     * were given.
     */
    public Refused refused() {
        boolean named = userName != null && !userName.isEmpty();
        boolean secret = password != null && password.length > 0;
        if (named || secret) {
            return new Refused(Refusal.BAD_USER_NAME_OR_PASSWORD);
        }
        return new Refused(
                clientId.isBlank() ? Refusal.NOT_AUTHORIZED : Refusal.IDENTIFIER_REJECTED);
    }

    @Override
    public String toString() {
        return "credentials from " + remote;
    }
}
