// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads the credentials of devices. While the store is unavailable, its stages stay incomplete; they do not fail. */
public interface DeviceCredentialsStore {

    /** Returns the credentials of a tenant's device, or empty if the tenant has no such device. */
    CompletionStage<Optional<Credentials>> of(TenantId tenant, DeviceId device);

    /**
     * Credentials of a device.
     *
     * @param value the token, the certificate, or the text of a JSON object, depending on the type
     */
    record Credentials(Type type, String value) {}

    /** The kind of credentials. */
    enum Type {
        /** A token. */
        ACCESS_TOKEN(false),
        /** A certificate. */
        X509_CERTIFICATE(false),
        /** Client id, user name and password of an MQTT connection, as a JSON object. */
        MQTT_BASIC(true);

        private final boolean json;

        Type(boolean json) {
            this.json = json;
        }

        /** True if values are JSON. */
        public boolean isJson() {
            return json;
        }
    }
}
