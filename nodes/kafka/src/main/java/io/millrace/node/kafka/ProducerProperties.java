// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.kafka;

import io.millrace.rule.node.InvalidConfigurationException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SaslConfigs;

/**
 * The properties of a node's producer. Of the configuration's further properties only those are taken that change how
 * records are sent: others name classes to load, files to read or servers to call, which is not a tenant's to decide.
 */
final class ProducerProperties {

    private static final Set<String> ALLOWED =
            Set.of(
                    "compression.type",
                    "connections.max.idle.ms",
                    "delivery.timeout.ms",
                    "enable.idempotence",
                    "max.block.ms",
                    "max.in.flight.requests.per.connection",
                    "max.request.size",
                    "metadata.max.age.ms",
                    "partitioner.ignore.keys",
                    "request.timeout.ms",
                    "retry.backoff.ms",
                    "sasl.jaas.config",
                    "sasl.mechanism",
                    "security.protocol",
                    "ssl.enabled.protocols",
                    "ssl.endpoint.identification.algorithm",
                    "ssl.key.password",
                    "ssl.keystore.certificate.chain",
                    "ssl.keystore.key",
                    "ssl.keystore.type",
                    "ssl.protocol",
                    "ssl.truststore.certificates",
                    "ssl.truststore.type");

    /** PEM texts, in which ThingsBoard's form has {@code \n} for a line break. */
    private static final Set<String> PEM =
            Set.of(
                    "ssl.keystore.certificate.chain",
                    "ssl.keystore.key",
                    "ssl.truststore.certificates");

    private static final Set<String> MECHANISMS = Set.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512");

    private static final Pattern LOGIN =
            Pattern.compile(
                    "\\s*org\\.apache\\.kafka\\.common\\.security\\.(plain\\.Plain|scram\\.Scram)LoginModule\\s.*",
                    Pattern.DOTALL);

    private static final int HIGHEST_PORT = 65_535;

    private ProducerProperties() {}

    /**
     * Returns the properties.
     *
     * @throws InvalidConfigurationException if a property is not allowed, or the client does not take it
     */
    static ProducerConfig of(KafkaConfiguration configuration, String clientId) {
        Map<String, Object> properties = new HashMap<>();
        // Below the time limit of a send.
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 20_000);
        // The client logs each attempt to reach a broker that is away.
        properties.put(ProducerConfig.RECONNECT_BACKOFF_MS_CONFIG, 1_000);
        properties.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 10_000);
        Map<String, String> others = configuration.otherProperties();
        if (others != null) {
            others.forEach((name, value) -> properties.put(name, checked(name, value)));
        }
        // The brokers are resolved by GuardedProducer, not by the client.
        properties.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, "127.0.0.1:1");
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, clientId);
        properties.put(ProducerConfig.RETRIES_CONFIG, configuration.retries());
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, configuration.batchSize());
        properties.put(ProducerConfig.LINGER_MS_CONFIG, configuration.linger());
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, configuration.bufferMemory());
        properties.put(ProducerConfig.ACKS_CONFIG, configuration.acks());
        properties.put(ProducerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
        properties.put(ProducerConfig.METRIC_REPORTER_CLASSES_CONFIG, List.of());
        properties.put(
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                "org.apache.kafka.common.serialization.StringSerializer");
        properties.put(
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                "org.apache.kafka.common.serialization.ByteArraySerializer");
        try {
            return new ProducerConfig(properties);
        } catch (ConfigException e) {
            throw new InvalidConfigurationException(
                    "otherProperties: the Kafka client refuses them: " + e.getMessage(), e);
        }
    }

    private static String checked(String name, String value) {
        if (!ALLOWED.contains(name)) {
            throw new InvalidConfigurationException(
                    "otherProperties.%s: the name must be one of %s"
                            .formatted(name, new TreeSet<>(ALLOWED)));
        }
        if (name.equals(SaslConfigs.SASL_MECHANISM) && !MECHANISMS.contains(value)) {
            throw new InvalidConfigurationException(
                    "otherProperties.%s: must be one of %s, not %s"
                            .formatted(name, new TreeSet<>(MECHANISMS), value));
        }
        if (name.equals(SaslConfigs.SASL_JAAS_CONFIG) && !LOGIN.matcher(value).matches()) {
            throw new InvalidConfigurationException(
                    "otherProperties.%s: must be Kafka's PlainLoginModule or ScramLoginModule"
                            .formatted(name));
        }
        if (name.endsWith("store.type") && !value.equals("PEM")) {
            throw new InvalidConfigurationException(
                    "otherProperties.%s: must be PEM, not %s".formatted(name, value));
        }
        return PEM.contains(name) ? value.replace("\\n", "\n") : value;
    }

    /**
     * Returns the brokers, unresolved.
     *
     * @throws InvalidConfigurationException if an entry lacks host or port
     */
    static List<InetSocketAddress> brokers(String bootstrapServers) {
        List<InetSocketAddress> brokers = new ArrayList<>();
        for (String entry : bootstrapServers.split(",", -1)) {
            brokers.add(broker(entry.strip()));
        }
        return brokers;
    }

    private static InetSocketAddress broker(String entry) {
        int colon = entry.lastIndexOf(':');
        try {
            int port = Integer.parseInt(entry.substring(colon + 1));
            if (colon > 0 && port > 0 && port <= HIGHEST_PORT) {
                return InetSocketAddress.createUnresolved(host(entry.substring(0, colon)), port);
            }
        } catch (NumberFormatException _) {
            // Answered below.
        }
        throw new InvalidConfigurationException(
                "bootstrapServers: must be host:port, not \"%s\"".formatted(entry));
    }

    private static String host(String text) {
        return text.startsWith("[") && text.endsWith("]")
                ? text.substring(1, text.length() - 1)
                : text;
    }
}
