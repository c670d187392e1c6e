// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Authenticates devices by an access token alone, which is given as the user name. */
final class AccessTokenAuthenticator implements DeviceAuthenticator {

    private final DeviceCredentialsLookup lookup;

    AccessTokenAuthenticator(DeviceCredentialsLookup lookup) {
        this.lookup = lookup;
    }

    @Override
    public CompletionStage<AuthResult> authenticate(ConnectCredentials presented) {
        @Nullable String token = presented.userName();
        if (token == null || token.isEmpty()) {
            return CompletableFuture.completedStage(presented.refused());
        }
        return lookup.find(token)
                .thenApply(found ->
                        found.filter(CredentialedDevice::isAccessToken)
                                .<AuthResult>map(device -> new Accepted(device.device()))
                                .orElseGet(presented::refused))
                .exceptionally(
                        failure -> StoredDeviceAuthenticator.unavailable(presented, failure));
    }
}
