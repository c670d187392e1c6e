// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SignalsTest {

    private static final Duration AGAIN = Duration.ofMillis(20);

    private final List<String> sent = new ArrayList<>();
    private final Process process;

    SignalsTest() throws IOException {
        process = new ProcessBuilder("sleep", "60").start();
    }

    @AfterEach
    void end() {
        process.destroyForcibly().onExit().join();
    }

    @Test
    void aServerThatMissedTheFirstSignalGetsAnother() {
        Signals.stop(
                signal -> {
                    sent.add(signal);
                    if (sent.size() == 2) {
                        end();
                    }
                },
                process.toHandle(),
                Duration.ofMinutes(1),
                AGAIN);

        assertThat(sent).containsExactly("INT", "INT");
    }

    @Test
    void aServerThatDoesNotEndIsStoppedImmediately() {
        Signals.stop(
                signal -> {
                    sent.add(signal);
                    if (signal.equals("QUIT")) {
                        end();
                    }
                },
                process.toHandle(),
                AGAIN.multipliedBy(2),
                AGAIN);

        assertThat(sent).containsExactly("INT", "INT", "QUIT");
    }
}
