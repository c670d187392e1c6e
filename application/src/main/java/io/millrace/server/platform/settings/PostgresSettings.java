// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the embedded PostgreSQL.
 *
 * @param port {@code millrace.postgres.port}: the TCP port on 127.0.0.1; 0 selects a free one
 */
@ConfigurationProperties("millrace.postgres")
public record PostgresSettings(int port) {

    public PostgresSettings {
        Ports.check("millrace.postgres.port", port);
    }
}
