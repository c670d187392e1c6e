// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.auth;

import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import java.net.SocketAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a client presents in CONNECT. Its text form shows no secrets; a user name may be an access token. */
public final class ConnectCredentials {

    private final String clientId;
    private final @Nullable String userName;
    private final byte @Nullable [] password;
    private final SocketAddress remote;

    /**
     * @param clientId as the client sent it; may be empty
     * @param userName null where the client sent none
     * @param password null where the client sent none; nobody may change the bytes
     * @param remote where the client connects from
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

    /** The user name, which may be an access token, or null where the client sent none. */
    public @Nullable String userName() {
        return userName;
    }

    /** The bytes of the password, for reading only, or null where the client sent none. */
    public byte @Nullable [] password() {
        return password;
    }

    /** Where the client connects from. */
    public SocketAddress remote() {
        return remote;
    }

    /** How ThingsBoard refuses these credentials where they belong to no device: by which of them were given. */
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
