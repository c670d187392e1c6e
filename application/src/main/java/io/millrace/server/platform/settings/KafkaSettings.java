// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.settings;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The Kafka cluster.
 *
 * @param bootstrapServers {@code spring.kafka.bootstrap-servers}: some of its brokers, as host:port
 * @param properties {@code spring.kafka.properties.*}: settings of all clients by Kafka's names, such as those of security
 */
@ConfigurationProperties("spring.kafka")
public record KafkaSettings(
        @DefaultValue List<String> bootstrapServers, @Nullable Map<String, String> properties) {

    /** The settings of a client. */
    public Map<String, Object> client() {
        Map<String, Object> client = new HashMap<>();
        if (properties != null) {
            client.putAll(properties);
        }
        client.put("bootstrap.servers", bootstrapServers);
        return client;
    }
}
