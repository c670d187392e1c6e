// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import io.millrace.queue.kafka.ClientProperties;
import io.millrace.server.platform.start.StartException;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.SslConfigs;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.MutuallyExclusiveConfigurationPropertiesException;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.NoSuchSslBundleException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.util.StringUtils;

/** The properties of each client: what {@code spring.kafka.*} says, and what the queue fixes or presets. */
final class ConfiguredClients {

    private final KafkaProperties properties;
    private final SslBundles bundles;
    private final KafkaSettings settings;

    ConfiguredClients(KafkaProperties properties, SslBundles bundles, KafkaSettings settings) {
        this.properties = properties;
        this.bundles = bundles;
        this.settings = settings;
    }

    /**
     * The properties of the producer.
     *
     * @throws StartException if configuration contradicts a fixed property, or itself
     */
    Map<String, Object> producer(ClientProperties own) {
        settings.check("producer", own.fixed());
        return own.over(
                secured(
                        properties::buildProducerProperties,
                        properties.getProducer().getSsl().getBundle()));
    }

    /**
     * The properties of the consumer.
     *
     * @throws StartException if configuration contradicts a fixed property, or itself
     */
    Map<String, Object> consumer(ClientProperties own) {
        settings.check("consumer", own.fixed());
        return own.over(
                secured(
                        properties::buildConsumerProperties,
                        properties.getConsumer().getSsl().getBundle()));
    }

    /**
     * The properties of the admin client.
     *
     * @throws StartException if configuration contradicts itself
     */
    Map<String, Object> admin() {
        Map<String, Object> configured =
                secured(
                        properties::buildAdminProperties,
                        properties.getAdmin().getSsl().getBundle());
        return ClientProperties.admin(configured).over(configured);
    }

    /** Adds the SSL bundle of the client, or that of all clients. */
    private Map<String, Object> secured(
            Supplier<Map<String, Object>> client, @Nullable String ownBundle) {
        try {
            Map<String, Object> all = client.get();
            String bundle =
                    StringUtils.hasText(ownBundle) ? ownBundle : properties.getSsl().getBundle();
            if (StringUtils.hasText(bundle)) {
                all.put(
                        SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG,
                        SslBundleSslEngineFactory.class);
                all.put(SslBundle.class.getName(), bundles.getBundle(bundle));
            }
            return all;
        } catch (NoSuchSslBundleException e) {
            throw new StartException(
                    "The SSL bundle \"%s\" of spring.kafka.ssl.bundle does not exist; configure it in spring.ssl.bundle.pem or spring.ssl.bundle.jks."
                            .formatted(e.getBundleName()),
                    e);
        } catch (MutuallyExclusiveConfigurationPropertiesException | IllegalStateException e) {
            throw new StartException(
                    "Kafka cannot be used: %s; check the settings SPRING_KAFKA_SSL_*."
                            .formatted(e.getMessage()),
                    e);
        }
    }
}
