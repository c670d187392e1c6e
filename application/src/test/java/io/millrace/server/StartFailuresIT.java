// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.queue.FreePorts;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.postgres.UnpackedPrograms;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * What cannot work ends the start with one sentence on the error channel and leaves nothing behind. The service starts
 * inside this JVM, which takes a fraction of the time of a process; {@code ApplicationIT} has processes that fail.
 */
@ExtendWith(OutputCaptureExtension.class)
final class StartFailuresIT {

    @TempDir private Path directory;
    private final CapturedOutput output;

    StartFailuresIT(CapturedOutput output) {
        this.output = output;
    }

    @Test
    @Tag("soak")
    void namesTheDataDirectoryThatCannotBeUsed() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        assertThat(failureOf(file.resolve("data"), Map.of()))
                .contains("data directory " + file.resolve("data"), "MILLRACE_DATA_DIR");
    }

    @Test
    void namesThePluginThatCannotBeUsed() throws IOException {
        Path plugins = Files.createDirectory(directory.resolve("plugins"));
        Path jar = Files.writeString(plugins.resolve("broken.jar"), "no jar");
        Map<String, String> withPlugins =
                external(Map.of("MILLRACE_PLUGINS_DIR", plugins.toString()));
        assertThat(failureOf(directory.resolve("data"), withPlugins))
                .contains("The plugin " + jar + " cannot be used (it cannot be read as a jar: ");
    }

    @Test
    void saysThatTheDatabaseRefusesThePassword() {
        assertThat(failureOf(directory, external(Map.of("SPRING_DATASOURCE_PASSWORD", "wrong"))))
                .contains("password authentication failed", "SPRING_DATASOURCE_PASSWORD");
    }

    @Test
    @Tag("soak")
    void saysThatTheDatabaseCannotBeReached() {
        int port = FreePorts.take();
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/millrace?password=secret";
        assertThat(failureOf(directory, Map.of("SPRING_DATASOURCE_URL", url)))
                .contains("127.0.0.1:" + port, "refused", "SPRING_DATASOURCE_URL")
                .doesNotContain("secret");
    }

    @Test
    @Tag("soak")
    void saysThatTheDatabaseDoesNotExist() {
        String url = TestDatabase.freshCoordinates().url() + "_missing";
        assertThat(failureOf(directory, external(Map.of("SPRING_DATASOURCE_URL", url))))
                .contains("_missing does not exist");
    }

    @Test
    void saysThatTheDatabaseIsTooOld() throws Exception {
        try (OldDatabase old = new OldDatabase("14.9")) {
            assertThat(failureOf(directory, external(Map.of("SPRING_DATASOURCE_URL", old.url()))))
                    .contains("is PostgreSQL 14", "needs PostgreSQL 18");
        }
    }

    @Test
    void saysThatTheTablesAreNotThoseOfThisProgram() throws SQLException {
        TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
        try (Connection connection =
                        DriverManager.getConnection(
                                database.url(), database.username(), database.password());
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE flyway_schema_history SET checksum = 1 WHERE version = '1'");
        }
        Map<String, String> changed = external(Map.of("SPRING_DATASOURCE_URL", database.url()));
        assertThat(failureOf(directory, changed))
                .contains("cannot be migrated to the version of this program", "checksum");
    }

    @Test
    void saysWhatItsOwnDatabaseSaidWhenThatDoesNotStart() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(failureOf(directory, Map.of("MILLRACE_POSTGRES_PORT", port)))
                    .contains("PostgreSQL did not start", "could not create any TCP/IP sockets");
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 'no broker is configured'", "nowhere.invalid:9092, 'Kafka cannot be used: '"})
    void saysThatKafkaCannotBeUsed(String brokers, String expected) {
        assertThatItIsSaidOfKafka(brokers, expected);
    }

    /** The clients try for twenty seconds. */
    @Test
    @Tag("soak")
    void saysThatNoBrokerAnswers() {
        assertThatItIsSaidOfKafka("127.0.0.1:1", "Kafka cannot be used: ");
    }

    private void assertThatItIsSaidOfKafka(String brokers, String expected) {
        assertThat(
                        failureOf(
                                directory,
                                Map.of(
                                        "MILLRACE_QUEUE",
                                        "kafka",
                                        "SPRING_KAFKA_BOOTSTRAP_SERVERS",
                                        brokers)))
                .contains(expected)
                .contains("SPRING_KAFKA_BOOTSTRAP_SERVERS");
    }

    @ParameterizedTest
    @CsvSource({
        "SERVER_PORT, http, 'SERVER_PORT cannot be \"http\": '",
        "MILLRACE_MQTT_TLS_CERT, cert.pem, 'only one of them is set.'"
    })
    void namesTheSettingThatCannotBeUsed(String variable, String value, String expected) {
        assertThat(failureOf(directory, Map.of(variable, value))).contains(expected);
    }

    private static Map<String, String> external(Map<String, String> changes) {
        TestDatabase.Coordinates database = TestDatabase.freshCoordinates();
        Map<String, String> environment =
                new HashMap<>(
                        Map.of(
                                "SPRING_DATASOURCE_URL", database.url(),
                                "SPRING_DATASOURCE_USERNAME", database.username(),
                                "SPRING_DATASOURCE_PASSWORD", database.password()));
        environment.putAll(changes);
        return environment;
    }

    /** The one sentence of a start that fails inside this JVM; also checks that nothing of it is left. */
    private String failureOf(Path dataDirectory, Map<String, String> environment) {
        int before = output.getErr().length();
        Throwable failure = catchThrowable(() -> startHere(dataDirectory, environment).close());
        UnpackedPrograms.unlinkFrom(dataDirectory.resolve("postgres"));
        String error = output.getErr().substring(before);
        assertThat(dataDirectory.resolve("postgres/data/postmaster.pid")).doesNotExist();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("consumer_background_thread");
        assertThat(output.getOut()).doesNotContain("APPLICATION FAILED", "Application run failed");
        assertThat(error.lines()).as("the sentence of %s", failure).hasSize(1);
        return error;
    }

    /** Starts the service as its main method does, with an environment of its own. */
    private static ConfigurableApplicationContext startHere(
            Path dataDirectory, Map<String, String> changes) {
        Map<String, Object> variables = new HashMap<>();
        variables.put("MILLRACE_DATA_DIR", dataDirectory.toString());
        variables.put("SERVER_PORT", "0");
        variables.put("MILLRACE_MQTT_PORT", "0");
        variables.putAll(changes);
        if (Files.isDirectory(dataDirectory) && !changes.containsKey("SPRING_DATASOURCE_URL")) {
            UnpackedPrograms.linkInto(dataDirectory.resolve("postgres"));
        }
        return new SpringApplicationBuilder(Application.class)
                .listeners(new Environment(variables))
                .run();
    }

    /** Replaces the variables of the process before the service reads its settings. */
    private record Environment(Map<String, Object> variables)
            implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, PriorityOrdered {

        @Override
        public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
            String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
            event.getEnvironment()
                    .getPropertySources()
                    .replace(name, new SystemEnvironmentPropertySource(name, variables));
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }
}
