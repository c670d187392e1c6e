// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Authenticates devices by the credentials in their CONNECT, in ThingsBoard's order: credentials of the type {@code
 * MQTT_BASIC} by client id and user name first, then the user name as an access token.
 */
final class StoredDeviceAuthenticator implements DeviceAuthenticator {

    private static final Logger log = LoggerFactory.getLogger(StoredDeviceAuthenticator.class);

    private final DeviceCredentialsLookup lookup;

    StoredDeviceAuthenticator(DeviceCredentialsLookup lookup) {
        this.lookup = lookup;
    }

    /** While the database is away the answer is "unavailable", never "refused": a device must not give up its token. */
    @Override
    public CompletionStage<AuthResult> authenticate(ConnectCredentials presented) {
        CompletableFuture<AuthResult> judgement =
                hasUserName(presented) ? byNames(presented) : byClientId(presented);
        return judgement.exceptionally(failure -> unavailable(presented, failure));
    }

    static AuthResult unavailable(ConnectCredentials presented, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (cause instanceof DataAccessResourceFailureException) {
            // StorageHealth logs the outage once; a line per device would hide it.
            log.debug(
                    "Cannot authenticate a device from {}: {}",
                    presented.remote(),
                    cause.getMessage());
        } else {
            log.error(
                    "Cannot authenticate a device from {}; answered as unavailable",
                    presented.remote(),
                    failure);
        }
        return new Refused(Refusal.UNAVAILABLE);
    }

    private static boolean hasUserName(ConnectCredentials presented) {
        return presented.userName() != null && !presented.userName().isEmpty();
    }

    private CompletableFuture<AuthResult> byClientId(ConnectCredentials presented) {
        if (presented.clientId().isBlank()) {
            return CompletableFuture.completedFuture(presented.refused());
        }
        return lookup.find(MqttBasic.hashOf(presented.clientId(), null))
                .thenApply(found -> judgeBasic(found, presented));
    }

    private CompletableFuture<AuthResult> byNames(ConnectCredentials presented) {
        String userName = String.valueOf(presented.userName());
        return lookup.find(MqttBasic.hashOf(presented.clientId(), userName))
                .thenCompose(found ->
                        namesMatch(found, presented)
                                ? completed(judgeBasic(found, presented))
                                : lookup.find(userName)
                                        .thenApply(other -> judge(other, presented)));
    }

    /** If the names match, the password decides; otherwise the user name may be an access token. */
    private static boolean namesMatch(
            Optional<CredentialedDevice> found, ConnectCredentials presented) {
        return found.map(CredentialedDevice::basic)
                .filter(basic -> basic.namesMatch(presented.clientId(), presented.userName()))
                .isPresent();
    }

    private static AuthResult judge(
            Optional<CredentialedDevice> found, ConnectCredentials presented) {
        return found.filter(CredentialedDevice::isAccessToken)
                .<AuthResult>map(StoredDeviceAuthenticator::accepted)
                .orElseGet(() -> judgeBasic(found, presented));
    }

    private static AuthResult judgeBasic(
            Optional<CredentialedDevice> found, ConnectCredentials presented) {
        return found.filter(device -> matches(device, presented))
                .<AuthResult>map(StoredDeviceAuthenticator::accepted)
                .orElseGet(presented::refused);
    }

    private static boolean matches(CredentialedDevice device, ConnectCredentials presented) {
        MqttBasic basic = device.basic();
        return basic != null
                && basic.namesMatch(presented.clientId(), presented.userName())
                && basic.passwordMatches(presented.password());
    }

    private static Accepted accepted(CredentialedDevice device) {
        return new Accepted(device.device());
    }

    private static CompletableFuture<AuthResult> completed(AuthResult result) {
        return CompletableFuture.completedFuture(result);
    }
}
