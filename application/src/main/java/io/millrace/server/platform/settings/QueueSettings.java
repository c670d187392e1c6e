// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings of the queues.
 *
 * @param queue {@code millrace.queue}: the queue engine
 */
@ConfigurationProperties("millrace")
public record QueueSettings(Engine queue) {

    /** True if no other instance uses the database. */
    public boolean isSingleInstance() {
        return queue == Engine.MEMORY;
    }

    /** A queue engine. */
    public enum Engine {
        /** Queues in memory, for a single instance; messages that must survive a restart are stored in PostgreSQL. */
        MEMORY,
        /** Queues over Kafka, for several instances. */
        KAFKA
    }
}
