// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Reads what devices prove themselves with. While the store cannot be reached, its answers wait; they do not fail. */
public interface DeviceCredentialsStore {

    /** The credentials of a tenant's device, or empty where the tenant has no such device. */
    CompletionStage<Optional<Credentials>> of(TenantId tenant, DeviceId device);

    /**
     * Credentials.
     *
     * @param value the token, the certificate, or the text of a JSON object, as the type says
     */
    record Credentials(Type type, String value) {}

    /** What a device proves itself with. */
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

        /** Whether values are JSON. */
        public boolean isJson() {
            return json;
        }
    }
}
