// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.device;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceLimits.Excess;
import io.millrace.transport.device.DeviceLimits.Kind;
import io.millrace.transport.device.DeviceLimits.Sender;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import io.millrace.transport.mqtt.client.ClientAuthenticator;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Lets devices connect, and clients that ask for a device: those whose user name or client id is {@value #PROVISION}. */
public final class DeviceClients implements ClientAuthenticator {

    /** The topics to which devices publish most, the most frequent first. */
    public static final List<String> FREQUENT_TOPICS = DeviceTopic.FREQUENT;

    static final String PROVISION = "provision";

    private final DeviceAuthenticator authenticator;
    private final DeviceApi api;

    public DeviceClients(DeviceAuthenticator authenticator, DeviceApi api) {
        this.authenticator = authenticator;
        this.api = api;
    }

    @Override
    public CompletionStage<Decision> authenticate(ConnectCredentials credentials) {
        if (PROVISION.equals(credentials.userName()) || PROVISION.equals(credentials.clientId())) {
            return CompletableFuture.completedStage(
                    new Decision.Accepted(new ProvisionClient(api.requests())));
        }
        return authenticator.authenticate(credentials).thenApply(this::decide);
    }

    private Decision decide(AuthResult result) {
        return switch (result) {
            case AuthResult.Accepted(AuthenticatedDevice device) -> {
                Kind kind = device.options().gateway() ? Kind.GATEWAY : Kind.DEVICE;
                @Nullable Excess excess = api.limits().take(new Sender(device, kind), 0);
                yield excess == null
                        ? new Decision.Accepted(new DeviceClient(device, api))
                        : new Decision.Refused(Refusal.TOO_MANY_ATTEMPTS);
            }
            case AuthResult.Refused(Refusal reason) -> new Decision.Refused(reason);
        };
    }
}
