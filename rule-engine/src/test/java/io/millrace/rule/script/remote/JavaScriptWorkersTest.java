// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.rule.script.ArgumentNames;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.pool.Strikes;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** The processes are shell scripts here, which end in ways that real ones rarely do. */
class JavaScriptWorkersTest {

    /** Takes the settings, and then nothing more, but says that it takes calls. */
    private static final String READY_WITHOUT_INPUT =
            "head -c 1 >/dev/null; exec 0<&-; printf '\\000\\000\\000\\001Y'; ";

    private final Logger logger =
            (Logger) LoggerFactory.getLogger("io.millrace.rule.script.remote");
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    @BeforeEach
    void listen() {
        appender.start();
        logger.addAppender(appender);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(appender);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "exec sleep 60",
                // Its output ends within a frame.
                "printf '\\000\\000\\001'; exec sleep 60"
            })
    void aProcessThatEndsAfterItsStartIsReportedAsThat(String end) {
        try (JavaScriptWorkers workers = workers(READY_WITHOUT_INPUT + end)) {
            assertThatThrownBy(() -> check(workers)).hasMessageContaining("the process that ran");
        }

        assertThat(messages(Level.WARN))
                .isNotEmpty()
                .allMatch(each -> each.contains("ended by itself"));
        assertThat(messages(Level.ERROR)).isEmpty();
    }

    @Test
    void whatIsNotAFrameIsAnError() {
        try (JavaScriptWorkers workers = workers("echo Picked up options; exec sleep 60")) {
            assertThatThrownBy(() -> check(workers)).hasMessageContaining("does not start");
        }

        assertThat(messages(Level.ERROR))
                .anyMatch(each -> each.startsWith("Cannot read from the JavaScript process"));
    }

    private static JavaScriptWorkers workers(String script) {
        return new JavaScriptWorkers(
                ScriptSettings.defaults(),
                WorkerSettings.defaults(),
                (_, _) -> List.of("sh", "-c", script));
    }

    private static void check(JavaScriptWorkers workers) {
        workers.compile("return true;", ArgumentNames.MESSAGE, new Strikes(System::nanoTime));
    }

    private List<String> messages(Level level) {
        return List.copyOf(appender.list).stream()
                .filter(event -> event.getLevel().equals(level))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
