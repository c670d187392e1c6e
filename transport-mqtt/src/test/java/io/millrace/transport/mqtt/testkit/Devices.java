// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.TransportOptions;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Devices whose access tokens are "token-1", "token-2", and so on; each is known by its own. */
public final class Devices implements DeviceAuthenticator {

    public static final TenantId TENANT = new TenantId(new UUID(1, 1));
    public static final CustomerId CUSTOMER = new CustomerId(new UUID(1, 2));
    public static final RuleChainId CHAIN = new RuleChainId(new UUID(1, 3));

    @Override
    public CompletionStage<AuthResult> authenticate(ConnectCredentials credentials) {
        return CompletableFuture.supplyAsync(() -> judge(credentials));
    }

    private static AuthResult judge(ConnectCredentials credentials) {
        String token = credentials.userName();
        return token != null && token.startsWith("token-")
                ? new Accepted(device(Integer.parseInt(token.substring("token-".length()))))
                : credentials.refused();
    }

    /** The device of a token. */
    public static AuthenticatedDevice device(int number) {
        return device(number, TransportOptions.DEFAULT);
    }

    /** The same device with options. */
    public static AuthenticatedDevice device(int number, TransportOptions options) {
        return new AuthenticatedDevice(
                TENANT,
                new DeviceId(new UUID(2, number)),
                "Device " + number,
                "thermometer",
                CUSTOMER,
                new DeviceProfileId(new UUID(1, 4)),
                CHAIN,
                "HighPriority",
                options);
    }
}
