// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The instances that work together.
 *
 * @param group {@code millrace.kafka.group}: the consumer group that they form; clusters that share brokers and topics would
 *     each need another
 * @param replication {@code millrace.kafka.replication}: copies of each message that the brokers keep; -1: what they say
 */
@ConfigurationProperties("millrace.kafka")
public record ClusterSettings(
        @DefaultValue("millrace-rule-engine") String group, @DefaultValue("-1") short replication) {

    public ClusterSettings {
        if (replication < -1 || replication == 0) {
            throw new IllegalArgumentException(
                    "millrace.kafka.replication must be a number of copies, or -1 for what the brokers say, but is "
                            + replication);
        }
    }
}
