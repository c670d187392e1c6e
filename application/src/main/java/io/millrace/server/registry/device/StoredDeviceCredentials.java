// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.DeviceCredentialsStore;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/** Reads the credentials of devices for nodes. While the database is away, lookups wait. */
@Component
final class StoredDeviceCredentials implements DeviceCredentialsStore {

    private final DeviceCredentialsRepository credentials;
    private final DatabaseLookups lookups;

    StoredDeviceCredentials(DeviceCredentialsRepository credentials, DatabaseLookups lookups) {
        this.credentials = credentials;
        this.lookups = lookups;
    }

    @Override
    public CompletionStage<Optional<Credentials>> of(TenantId tenant, DeviceId device) {
        return lookups.runUntilAnswered(
                tenant,
                () ->
                        credentials
                                .findByDevice(tenant, device)
                                .map(StoredDeviceCredentials::asNodesKnowThem));
    }

    private static Credentials asNodesKnowThem(DeviceCredentials stored) {
        String value = Objects.requireNonNullElse(stored.credentialsValue(), "");
        return switch (stored.credentialsType()) {
            case ACCESS_TOKEN -> new Credentials(Type.ACCESS_TOKEN, stored.credentialsId());
            case MQTT_BASIC -> new Credentials(Type.MQTT_BASIC, value);
            case X509_CERTIFICATE -> new Credentials(Type.X509_CERTIFICATE, value);
            case LWM2M_CREDENTIALS ->
                    throw new IllegalStateException("Credentials of this type are never stored");
        };
    }
}
