// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

final class PreparedContextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SERVER_PORT",
                "spring.application.pid",
                "SERVER_SSL_CERTIFICATE",
                "SPRING_DATASOURCE_URL",
                "MILLRACE_MQTT_PORT",
                "MILLRACE_DATA_DIR",
                "LOGGING_LEVEL_ROOT",
                "PATH"
            })
    void settingsThatChooseNoBeansLeaveTheContextInUse(String variable) {
        assertThat(PreparedContext.choosingSettings(withVariable(variable, "1"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MANAGEMENT_SERVER_PORT",
                "SPRING_PROFILES_ACTIVE",
                "SERVER_SERVLET_ENCODING_ENABLED",
                "SPRING_THREADS_VIRTUAL_ENABLED"
            })
    void settingsThatMayChooseBeansTakeItOutOfUse(String variable) {
        assertThat(PreparedContext.choosingSettings(withVariable(variable, "1"))).hasSize(1);
    }

    @Test
    void theQueueOfTheContextIsTheMemory() {
        assertThat(PreparedContext.choosingSettings(withVariable("MILLRACE_QUEUE", "memory")))
                .isEmpty();
        assertThat(PreparedContext.choosingSettings(withVariable("MILLRACE_QUEUE", "kafka")))
                .containsExactly("millrace.queue=kafka");
    }

    @Test
    void theSettingsOfTheJarAreThoseOfTheContext() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove("systemProperties");
        environment.getPropertySources().remove("systemEnvironment");
        environment
                .getPropertySources()
                .addLast(
                        new MapPropertySource(
                                "Config resource 'class path resource [application.yaml]'",
                                Map.of("spring.threads.virtual.enabled", true)));

        assertThat(PreparedContext.choosingSettings(environment)).isEmpty();
    }

    @Test
    void isUsedByDefaultIfItWasMade() {
        StandardEnvironment environment = withVariable("MILLRACE_QUEUE", "memory");

        assertThat(new PreparedContext(Made.class).isUsed(null, environment)).isTrue();
        assertThat(new PreparedContext(Made.class).isUsed("false", environment)).isFalse();
        assertThat(new PreparedContext(NotMade.class).isUsed(null, environment)).isFalse();
        assertThat(new PreparedContext(NotMade.class).isUsed("true", environment)).isFalse();
    }

    @Test
    void isNotUsedWithSettingsThatMayChooseBeans() {
        StandardEnvironment environment = withVariable("MILLRACE_QUEUE", "kafka");

        assertThat(new PreparedContext(Made.class).isUsed(null, environment)).isFalse();
    }

    /** An application for which Spring has made its initializer. */
    private static final class Made {}

    @SuppressWarnings("unused") // looked up by its name
    private static final class Made__ApplicationContextInitializer {}

    private static final class NotMade {}

    private static StandardEnvironment withVariable(String name, String value) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().remove("systemProperties");
        environment
                .getPropertySources()
                .replace(
                        "systemEnvironment",
                        new SystemEnvironmentPropertySource(
                                "systemEnvironment", Map.of(name, value)));
        return environment;
    }
}
