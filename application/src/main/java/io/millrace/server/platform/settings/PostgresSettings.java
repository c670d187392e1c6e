// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The PostgreSQL that Millrace brings.
 *
 * @param port {@code millrace.postgres.port}: the TCP port on 127.0.0.1; 0 takes any free one
 */
@ConfigurationProperties("millrace.postgres")
public record PostgresSettings(int port) {

    public PostgresSettings {
        Ports.check("millrace.postgres.port", port);
    }
}
