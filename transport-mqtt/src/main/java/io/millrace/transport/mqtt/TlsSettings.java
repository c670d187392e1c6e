// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import java.nio.file.Path;
import java.util.Objects;

/**
 * A listener with TLS 1.2 and 1.3.
 *
 * @param port TCP port, 0 for any free port
 * @param certificate PEM file with the server's certificate chain
 * @param key PEM file with its private key (PKCS #8, not encrypted)
 */
public record TlsSettings(int port, Path certificate, Path key) {

    public TlsSettings {
        MqttServerSettings.requirePort("port", port);
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
    }
}
