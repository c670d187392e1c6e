// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Where messages wait for their turn.
 *
 * @param queue {@code millrace.queue}: the engine of the queues
 */
@ConfigurationProperties("millrace")
public record QueueSettings(Engine queue) {

    /** An engine of the queues. */
    public enum Engine {
        /** In this process; what must survive it is kept in PostgreSQL. */
        MEMORY,
        /** Over Kafka, for several instances. */
        KAFKA
    }
}
