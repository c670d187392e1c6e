// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.platform.postgres.TestDatabase;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The service as a process: a start, a life and an end, and starts that fail. {@code NeverLosesIT} has the starts after
 * the service was killed, {@code StartFailuresIT} further reasons for a start to fail.
 */
final class ApplicationIT {

    @TempDir private Path directory;

    @Test
    void
            startsFromPreparedBeansWithoutClientsOfNodesSaysWhereItIsReachedSurvivesItsDatabaseAndStopsItLast()
                    throws IOException {
        Map<String, String> environment = Map.of("LOGGING_LEVEL_COM_ZAXXER_HIKARI", "info");
        Path classes = directory.resolve("classes.log");
        try (ApplicationProcess application = start(environment, classes)) {
            saysWhereItIsReached(application);
            usesTheBeanDefinitionsOfItsJar(classes);
            hasNotLoadedTheClientsOfNodes(classes);
            findsItsDatabaseAgainAfterThatWasKilled(application);
            stopsItsDatabaseAfterEverythingElse(application);
        }
    }

    /** @param classes where the JVM lists the classes that it loads, each with its source */
    private ApplicationProcess start(Map<String, String> environment, Path classes) {
        List<String> options = new ArrayList<>(StartCache.options());
        options.add("-Xlog:class+load:file=" + classes + "::filecount=0");
        ApplicationProcess application = ApplicationProcess.launch(directory, environment, options);
        application.awaitReady();
        return application;
    }

    private static void usesTheBeanDefinitionsOfItsJar(Path log) throws IOException {
        assertThat(Files.readAllLines(log))
                .anyMatch(line -> line.contains(Application.class.getName() + "__BeanDefinitions"));
    }

    private static void hasNotLoadedTheClientsOfNodes(Path log) throws IOException {
        List<String> classes = Files.readAllLines(log);
        assertThat(classes)
                .anyMatch(line -> line.contains("io.millrace.node.mqtt.MqttNodes"))
                .noneMatch(line -> line.contains("org.apache.kafka.clients.producer.KafkaProducer"))
                .filteredOn(line -> line.contains("/nodes/node-"))
                .allMatch(line -> line.contains(" io.millrace.node."));
    }

    private static void saysWhereItIsReached(ApplicationProcess application) {
        assertThat(application.standardOutput())
                .contains("Web UI: http://localhost:" + application.httpPort())
                .contains("MQTT: localhost:" + application.mqttPort());
        assertThat(application.errorOutput()).isEmpty();
    }

    private static void findsItsDatabaseAgainAfterThatWasKilled(ApplicationProcess application) {
        application.postgres().orElseThrow().destroyForcibly();
        await().until(() -> application.standardOutput().contains("accepts connections again"));
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

    @Test
    void namesTheHttpPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());
            String sentence = failureOfProcess(directory, Map.of("SERVER_PORT", port));
            assertThat(sentence).contains("HTTP port " + port + " is in use", "SERVER_PORT");
        }
    }

    @Test
    void watchesNoDiskWithAnExternalDatabaseAndNamesTheProcessThatHasTheDataDirectory() {
        Map<String, String> external = external();
        try (ApplicationProcess first = ApplicationProcess.start(directory, external)) {
            assertThat(failureOfProcess(directory, external))
                    .contains("in use by the process " + first.pid(), "MILLRACE_DATA_DIR");
            assertThat(first.isAlive()).isTrue();
            assertThat(directory.resolve("postgres"))
                    .as("a database of its own beside an external one")
                    .doesNotExist();
            assertThat(first.standardOutput())
                    .as("the disk is not that of the database")
                    .doesNotContain("Storage is full");
        }
    }

    @Test
    void endsTheProcessThatHasASettingThatCannotBeUsed() {
        assertThat(failureOfProcess(directory, Map.of("MILLRACE_QUEUE", "foo")))
                .contains("MILLRACE_QUEUE cannot be \"foo\": it must be memory or kafka.");
    }

    private static Map<String, String> external() {
        TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
        return Map.of(
                "MILLRACE_STORAGE_MIN_FREE", "1000000TB",
                "SPRING_DATASOURCE_URL", database.url(),
                "SPRING_DATASOURCE_USERNAME", database.username(),
                "SPRING_DATASOURCE_PASSWORD", database.password());
    }

    /** The one sentence of a process that fails to start; also checks that nothing of it is left. */
    private static String failureOfProcess(Path dataDirectory, Map<String, String> environment) {
        try (ApplicationProcess application =
                ApplicationProcess.launch(dataDirectory, environment)) {
            assertThat(application.awaitExit()).as(application.standardOutput()).isEqualTo(1);
            assertThat(application.postgres()).isEmpty();
            assertThat(application.standardOutput())
                    .doesNotContain("\tat ", "Exception", "ERROR", "APPLICATION FAILED");
            assertThat(application.errorOutput()).isNotBlank();
            assertThat(application.errorOutput().lines()).hasSize(1);
            return application.errorOutput();
        }
    }
}
