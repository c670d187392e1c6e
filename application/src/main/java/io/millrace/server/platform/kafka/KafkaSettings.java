// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import io.millrace.queue.kafka.FixedProperty;
import io.millrace.server.platform.start.StartException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * The settings {@code spring.kafka.*} as the operator wrote them, to name them in messages. Spring reads a setting
 * under several spellings ({@code SPRING_KAFKA_PRODUCER_ACKS}, {@code spring.kafka.producer.acks}), and Kafka's
 * properties under several settings ({@code spring.kafka.properties.acks},
 * {@code spring.kafka.producer.properties.acks}); all are found.
 */
final class KafkaSettings {

    private static final Logger log = LoggerFactory.getLogger(KafkaSettings.class);
    private static final ConfigurationPropertyName ROOT =
            ConfigurationPropertyName.of("spring.kafka");

    /** Settings of Spring Boot for parts of spring-kafka that Millrace does not use. */
    private static final List<String> WITHOUT_EFFECT =
            List.of(
                    "spring.kafka.listener",
                    "spring.kafka.template",
                    "spring.kafka.streams",
                    "spring.kafka.retry",
                    "spring.kafka.admin.fail-fast",
                    "spring.kafka.admin.auto-create",
                    "spring.kafka.admin.modify-topic-configs");

    /** Settings of Spring Boot whose names are not those of Kafka's properties. */
    private static final Map<String, String> ALIASES =
            Map.of(
                    ProducerConfig.TRANSACTIONAL_ID_CONFIG, "transaction-id-prefix",
                    ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, "heartbeat-interval");

    /**
     * A setting.
     *
     * @param name as the operator wrote it
     */
    private record Setting(String name, String value) {}

    /** By the {@linkplain #key key} of its name. */
    private final Map<String, Setting> settings;

    private KafkaSettings(Map<String, Setting> settings) {
        this.settings = settings;
    }

    /** Reads the settings; of several values of a setting, the one that counts. */
    static KafkaSettings of(ConfigurableEnvironment environment) {
        Map<String, Setting> settings = new LinkedHashMap<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable) {
                iterable.stream()
                        .filter(ROOT::isAncestorOf)
                        .forEach(name -> {
                            ConfigurationProperty property =
                                    iterable.getConfigurationProperty(name);
                            if (property != null) {
                                String value =
                                        environment.resolvePlaceholders(
                                                String.valueOf(property.getValue()));
                                settings.putIfAbsent(
                                        key(name.toString()),
                                        new Setting(written(property), value));
                            }
                        });
            }
        }
        return new KafkaSettings(settings);
    }

    private static String written(ConfigurationProperty property) {
        return property.getOrigin() instanceof PropertySourceOrigin origin
                ? origin.getPropertyName()
                : property.getName().toString();
    }

    /** The same for all spellings of a name. */
    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    /**
     * Checks that no setting contradicts a fixed property.
     *
     * @param client {@code producer} or {@code consumer}
     * @throws StartException if one does
     */
    void check(String client, Collection<FixedProperty> fixed) {
        for (FixedProperty property : fixed) {
            settingsOf(client, property.name())
                    .filter(setting -> !property.allows(setting.value()))
                    .findFirst()
                    .ifPresent(setting -> {
                        throw new StartException(
                                "The setting %s cannot be \"%s\": %s."
                                        .formatted(
                                                setting.name(),
                                                setting.value(),
                                                property.demand()));
                    });
        }
    }

    private Stream<Setting> settingsOf(String client, String property) {
        String own = "spring.kafka." + client + ".";
        @Nullable String alias = ALIASES.get(property);
        return Stream.of(
                        own + property,
                        own + (alias == null ? property : alias),
                        own + "properties." + property,
                        "spring.kafka.properties." + property)
                .map(KafkaSettings::key)
                .distinct()
                .flatMap(key -> Stream.ofNullable(settings.get(key)));
    }

    /** Logs the settings that Spring Boot has and Millrace does not use. */
    void warnOfThoseWithoutEffect() {
        settings.forEach((key, setting) -> {
            if (WITHOUT_EFFECT.stream().anyMatch(unused -> key.startsWith(key(unused)))) {
                log.warn("The setting {} has no effect: Millrace does not use it", setting.name());
            }
        });
    }
}
