// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.platform.postgres.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ApplicationIT {

    @TempDir private Path directory;

    @Test
    void saysWhereItIsReachedWhenItIsReady() {
        try (ApplicationProcess application = ApplicationProcess.start(directory, Map.of())) {
            assertThat(application.standardOutput())
                    .contains("Web UI: http://localhost:" + application.httpPort())
                    .contains("MQTT: localhost:" + application.mqttPort());
            assertThat(application.errorOutput()).isEmpty();
        }
    }

    @Test
    void stopsItsDatabaseAfterEverythingElse() {
        Map<String, String> environment = Map.of("LOGGING_LEVEL_COM_ZAXXER_HIKARI", "info");
        try (ApplicationProcess application = ApplicationProcess.start(directory, environment)) {
            application.stop();
            assertThat(application.postgres()).isEmpty();
            assertThat(application.standardOutput())
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

    @Test
    void startsAgainAfterItWasKilledAlone() {
        try (ApplicationProcess killed = ApplicationProcess.start(directory, Map.of())) {
            killed.kill();
            assertThat(killed.postgres()).isPresent();
            try (ApplicationProcess next = ApplicationProcess.start(directory, Map.of())) {
                assertThat(next.standardOutput()).contains("that a killed process left running");
            }
        }
    }

    @Test
    void startsAgainAfterItWasKilledWithItsDatabase() {
        try (ApplicationProcess killed = ApplicationProcess.start(directory, Map.of())) {
            killed.killWithPostgres();
            try (ApplicationProcess next = ApplicationProcess.start(directory, Map.of())) {
                assertThat(next.isAlive()).isTrue();
            }
        }
    }

    @Test
    void findsItsDatabaseAgainAfterThatWasKilled() throws Exception {
        try (ApplicationProcess application = ApplicationProcess.start(directory, Map.of())) {
            application.postgres().orElseThrow().destroyForcibly();
            await().atMost(Duration.ofSeconds(60))
                    .until(() ->
                            application.standardOutput().contains("accepts connections again"));
            assertThat(application.isAlive()).isTrue();
        }
    }

    @Test
    void startsNoDatabaseOfItsOwnBesideAnExternalOne() {
        TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
        Map<String, String> environment =
                Map.of(
                        "SPRING_DATASOURCE_URL", database.url(),
                        "SPRING_DATASOURCE_USERNAME", database.username(),
                        "SPRING_DATASOURCE_PASSWORD", database.password());
        try (ApplicationProcess application = ApplicationProcess.start(directory, environment)) {
            assertThat(application.isAlive()).isTrue();
            assertThat(directory.resolve("postgres")).doesNotExist();
        }
    }
}
