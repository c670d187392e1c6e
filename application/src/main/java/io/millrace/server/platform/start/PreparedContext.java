// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.util.ClassUtils;

/**
 * Decides whether a start uses the definitions of beans that Spring's AOT processing made at build time, which saves a
 * fifth of the time. They hold for the settings of the jar only, as far as these choose beans. With other ones, such as
 * {@code millrace.queue=kafka}, with {@code spring.aot.enabled=false}, and from a class path without them, as in an IDE,
 * the start makes the definitions anew.
 */
public final class PreparedContext
        implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

    private static final Logger log = LoggerFactory.getLogger(PreparedContext.class);

    private static final String ENABLED = "spring.aot.enabled";

    /** Prefixes of the settings that can choose beans. */
    private static final List<String> CHOOSING =
            List.of("spring.", "server.", "management.", "springdoc.", "millrace.queue");

    /** Prefixes of those among them that do not. */
    private static final List<String> HARMLESS =
            List.of(
                    "server.port",
                    "server.address",
                    "server.ssl.",
                    "spring.datasource.url",
                    "spring.datasource.username",
                    "spring.datasource.password",
                    "spring.kafka.",
                    "spring.aot.",
                    "spring.application.",
                    "spring.backgroundpreinitializer.",
                    "spring.config.",
                    "millrace.queue=memory");

    private final String initializer;

    /** @param application the class of the application */
    public PreparedContext(Class<?> application) {
        this.initializer = application.getName() + "__ApplicationContextInitializer";
    }

    /** Whether this process makes the definitions now, so nothing is to be started. */
    public static boolean isBeingMade() {
        return Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING);
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        if (!isBeingMade()) {
            boolean used = isUsed(SpringProperties.getProperty(ENABLED), event.getEnvironment());
            SpringProperties.setProperty(ENABLED, Boolean.toString(used));
        }
    }

    /** @param enabled the value of {@code spring.aot.enabled}, null if it is not set */
    boolean isUsed(@Nullable String enabled, ConfigurableEnvironment environment) {
        if ("false".equalsIgnoreCase(enabled) || !ClassUtils.isPresent(initializer, null)) {
            return false;
        }
        Optional<String> obstacle = choosingSettings(environment).findFirst();
        obstacle.ifPresent(setting ->
                log.info(
                        "Bean definitions are made at this start, which takes longer: {} is set",
                        setting));
        return obstacle.isEmpty();
    }

    /** The settings of this start, other than the jar's own, that can choose beans. */
    static Stream<String> choosingSettings(ConfigurableEnvironment environment) {
        return environment.getPropertySources().stream()
                .filter(source -> !source.getName().contains("class path resource"))
                .filter(EnumerablePropertySource.class::isInstance)
                .flatMap(source ->
                        Arrays.stream(((EnumerablePropertySource<?>) source).getPropertyNames()))
                .map(name -> name.toLowerCase(Locale.ROOT).replace('_', '.'))
                .filter(name -> startsWithOneOf(CHOOSING, name))
                .map(name ->
                        name.equals("millrace.queue")
                                ? name + "=" + environment.getProperty(name)
                                : name)
                .filter(name -> !startsWithOneOf(HARMLESS, name))
                .sorted();
    }

    private static boolean startsWithOneOf(List<String> prefixes, String name) {
        return prefixes.stream().anyMatch(name::startsWith);
    }
}
