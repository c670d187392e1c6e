// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
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
 * Decides whether a start may use the definitions of beans that Spring's AOT processing made at build time, which
 * takes a second less. They hold for the settings of the jar only, as far as these choose beans. With other ones, such
 * as {@code millrace.queue=kafka}, the start makes the definitions anew.
 *
 * <p>Only a start with {@code spring.aot.enabled=true}, which the archive and the image set, uses them at all.
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
        if (!SpringProperties.getFlag(ENABLED)) {
            return;
        }
        Optional<String> obstacle =
                ClassUtils.isPresent(initializer, null)
                        ? choosingSettings(event.getEnvironment())
                                .findFirst()
                                .map(setting -> setting + " is set")
                        : Optional.of("the jar was built without them");
        obstacle.ifPresent(reason -> {
            log.info(
                    "Bean definitions are made at this start, which takes about a second: {}",
                    reason);
            SpringProperties.setProperty(ENABLED, "false");
        });
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
