// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A start, a life and an end. {@code NeverLosesIT} has the starts after the service was killed. */
final class ApplicationIT {

    @TempDir private Path directory;

    @Test
    void saysWhereItIsReachedSurvivesItsDatabaseAndStopsItAfterEverythingElse() {
        Map<String, String> environment = Map.of("LOGGING_LEVEL_COM_ZAXXER_HIKARI", "info");
        try (ApplicationProcess application = ApplicationProcess.start(directory, environment)) {
            saysWhereItIsReached(application);
            findsItsDatabaseAgainAfterThatWasKilled(application);
            stopsItsDatabaseAfterEverythingElse(application);
        }
    }

    private static void saysWhereItIsReached(ApplicationProcess application) {
        assertThat(application.standardOutput())
                .contains("Web UI: http://localhost:" + application.httpPort())
                .contains("MQTT: localhost:" + application.mqttPort());
        assertThat(application.errorOutput()).isEmpty();
    }

    private static void findsItsDatabaseAgainAfterThatWasKilled(ApplicationProcess application) {
        application.postgres().orElseThrow().destroyForcibly();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> application.standardOutput().contains("accepts connections again"));
        assertThat(application.isAlive()).isTrue();
    }

    private void stopsItsDatabaseAfterEverythingElse(ApplicationProcess application) {
        application.stop();
        assertThat(application.postgres()).isEmpty();
        String output = application.standardOutput();
        assertThat(output.substring(output.lastIndexOf("HikariDataSource - postgres")))
                .containsSubsequence(
                        "HikariDataSource - postgres - Shutdown completed",
                        "PostgreSQL (pid",
                        "stopped")
                .doesNotContain("ERROR", "Exception");
        assertThat(directory.resolve("postgres/log/postgresql.log"))
                .content()
                .contains("received fast shutdown request")
                .endsWith("database system is shut down\n");
    }
}
