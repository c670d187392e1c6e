// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.platform.settings.DemoSettings;
import io.millrace.server.platform.settings.PathSettings;
import io.millrace.server.platform.settings.RetentionSettings;
import java.net.BindException;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.api.FlywayException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

final class StartFailureTest {

    @Test
    void findsTheSentenceDeepInTheChainOfCauses() {
        Throwable failure =
                new IllegalStateException(
                        "no bean", new RuntimeException(new StartException("Do this.")));
        assertThat(StartFailure.sentence(failure)).contains("Do this.");
    }

    @Test
    void makesOneLineOfMany() {
        assertThat(
                        StartFailure.sentence(
                                new FlywayException("Validate failed:\n  Detected this\n")))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).endsWith("Validate failed: Detected this"));
    }

    @Test
    void namesTheSettingsOfAPortThatCannotBeOpened() {
        Throwable failure = new RuntimeException(new BindException("Address already in use"));
        assertThat(StartFailure.sentence(failure))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence)
                                .contains("Address already in use", "MILLRACE_MQTT_PORT"));
    }

    @ParameterizedTest
    @CsvSource({
        "millrace.demo, perhaps, 'The setting MILLRACE_DEMO cannot be \"perhaps\": it must be true or false.'",
        "millrace.demo-devices, some, 'The setting MILLRACE_DEMO_DEVICES "
                + "cannot be \"some\": it must be a whole number.'",
        "millrace.demo-devices, -2, 'A setting is invalid: millrace.demo-devices must not be negative, but is -2.'"
    })
    void saysWhatASettingMustBe(String name, String value, String expected) {
        assertThat(StartFailure.sentence(failureToBind(name, value, DemoSettings.class)))
                .contains(expected);
    }

    @Test
    void showsByExampleWhatASizeAndATimeMustBe() {
        assertThat(
                        StartFailure.sentence(
                                failureToBind("millrace.paths", "many", PathSettings.class)))
                .contains(
                        "The setting MILLRACE_PATHS cannot be \"many\": it must be a size such as 512KB or 32MB.");
        assertThat(
                        StartFailure.sentence(
                                failureToBind(
                                        "millrace.interval", "often", RetentionSettings.class)))
                .contains(
                        "The setting MILLRACE_INTERVAL cannot be \"often\": it must be a time such as 500ms, 30s or 5m.");
    }

    @Test
    void leavesAFaultOfOursToTheLog() {
        assertThat(StartFailure.sentence(new NullPointerException("ours")))
                .isEqualTo(Optional.empty());
    }

    private static Throwable failureToBind(String name, String value, Class<?> settings) {
        try {
            new Binder(new MapConfigurationPropertySource(Map.of(name, value)))
                    .bind("millrace", settings);
        } catch (org.springframework.boot.context.properties.bind.BindException e) {
            return e;
        }
        throw new AssertionError(name + "=" + value + " was taken");
    }
}
