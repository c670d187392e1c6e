// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the cluster of instances.
 *
 * @param group {@code millrace.kafka.group}: the consumer group of the instances; clusters that share brokers and
 *     topics each need a different one
 * @param replication {@code millrace.kafka.replication}: number of copies of each message on the brokers; -1 uses the
 *     brokers' default
 */
@ConfigurationProperties("millrace.kafka")
public record ClusterSettings(
        @DefaultValue("millrace-rule-engine") String group, @DefaultValue("-1") short replication) {

    public ClusterSettings {
        if (replication < -1 || replication == 0) {
            throw new IllegalArgumentException(
                    "millrace.kafka.replication must be 1 or more, or -1 for the brokers' default, but is "
                            + replication);
        }
    }
}
