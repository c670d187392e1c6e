// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.postgres.StoppableDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was acknowledged is there, whatever is killed or taken away in between. */
final class NeverLosesIT {

    private static final String TENANT_ADMIN = "tenant@millrace.local";
    private static final String PASSWORD = "a password for tests";
    private static final Map<String, String> ENVIRONMENT =
            Map.of("MILLRACE_ADMIN_PASSWORD", PASSWORD, "MILLRACE_DEMO", "true");
    private static final int DEVICES = 4;
    private static final Duration OUTAGE = Duration.ofSeconds(20);

    @TempDir private Path directory;

    @Test
    void keepsEveryAcknowledgedReadingWhenServerAndDatabaseAreKilled() {
        keepsEveryAcknowledgedReadingOver(ApplicationProcess::killWithPostgres);
    }

    @Test
    void keepsEveryAcknowledgedReadingWhenTheServerAloneIsKilled() {
        keepsEveryAcknowledgedReadingOver(ApplicationProcess::kill);
    }

    private void keepsEveryAcknowledgedReadingOver(Consumer<ApplicationProcess> death) {
        List<NumberedReadings> fleet;
        try (ApplicationProcess application = ApplicationProcess.start(directory, ENVIRONMENT)) {
            fleet = fleet(application);
            awaitAcknowledged(fleet, 500);
            death.accept(application);
        }
        fleet.forEach(NumberedReadings::stop);

        try (ApplicationProcess application = ApplicationProcess.start(directory, ENVIRONMENT)) {
            ServiceClient service = signIn(application);
            assertThat(fleet)
                    .allSatisfy(readings -> assertThat(readings.missingFrom(service)).isEmpty());
        }
    }

    @Test
    void deliversAgainAfterAKillWhatWasAcknowledgedWhileItWasUnderWay() throws Exception {
        deliversAgainWhatWasUnderWayAtThe(ApplicationProcess::kill);
    }

    @Test
    void deliversAgainAfterAStopWhatHasNotEndedUntilTheStopWouldWaitNoLonger() throws Exception {
        deliversAgainWhatWasUnderWayAtThe(application -> {
            application.stop();
            assertThat(application.standardOutput())
                    .contains("messages have not ended and wait for the next start");
        });
    }

    private void deliversAgainWhatWasUnderWayAtThe(Consumer<ApplicationProcess> end)
            throws Exception {
        try (SlowServer slow = new SlowServer()) {
            try (ApplicationProcess application =
                    ApplicationProcess.start(directory, ENVIRONMENT)) {
                ServiceClient service = signIn(application);
                ServiceClient.Device device = service.createDevice("Calls out");
                service.useProfile(
                        device, "Calling profile", RuleChains.calling(slow.url()).save(service));
                try (MqttDevice client = new MqttDevice(application.mqttPort(), device.token())) {
                    client.publish(MqttDevice.TELEMETRY, "{\"call\":1}");
                }
                end.accept(application);
            }
            int before = calls(slow);
            slow.answer();

            try (ApplicationProcess application =
                    ApplicationProcess.start(directory, ENVIRONMENT)) {
                await().until(() -> calls(slow) == before + 1);
                assertThat(application.standardOutput()).contains("delivering");
            }
        }
    }

    private static int calls(SlowServer slow) {
        return Collections.frequency(slow.bodies(), "{\"call\":1}");
    }

    @Test
    void waitsWhileTheDatabaseIsStoppedAndLosesAndBuriesNothing() throws Exception {
        try (StoppableDatabase database = new StoppableDatabase(directory.resolve("database"))) {
            Map<String, String> environment = new HashMap<>(ENVIRONMENT);
            environment.putAll(database.environment());
            try (ApplicationProcess application =
                    ApplicationProcess.start(directory.resolve("data"), environment)) {
                List<NumberedReadings> fleet = fleet(application);
                awaitAcknowledged(fleet, 200);

                database.stop();
                int before = acknowledged(fleet);
                pass(OUTAGE);
                assertThat(fleet).allMatch(NumberedReadings::isConnected);
                assertThat(acknowledged(fleet)).isLessThanOrEqualTo(before + inTransit());
                database.start();

                goesOnAndHasAll(application, fleet);
                assertThat(deadLetters(database.environment())).isZero();
            }
        }
    }

    @Test
    void waitsWhileTheDatabaseHangsAndLosesAndBuriesNothing() throws Exception {
        try (StoppableDatabase database = new StoppableDatabase(directory.resolve("database"))) {
            Map<String, String> environment = new HashMap<>(ENVIRONMENT);
            environment.putAll(database.environment());
            try (ApplicationProcess application =
                    ApplicationProcess.start(directory.resolve("data"), environment)) {
                List<NumberedReadings> fleet = fleet(application);
                awaitAcknowledged(fleet, 200);

                List<ProcessHandle> frozen = database.processes();
                signal("STOP", frozen);
                try {
                    pass(OUTAGE);
                    assertThat(fleet).allMatch(NumberedReadings::isConnected);
                } finally {
                    signal("CONT", frozen);
                }

                goesOnAndHasAll(application, fleet);
                assertThat(deadLetters(database.environment())).isZero();
            }
        }
    }

    private static void pass(Duration time) {
        await().pollDelay(time).atMost(time.multipliedBy(2)).until(() -> true);
    }

    /** Acknowledgements of what was committed before the end may still be on their way. */
    private static int inTransit() {
        return DEVICES * 64;
    }

    private static void goesOnAndHasAll(
            ApplicationProcess application, List<NumberedReadings> fleet) {
        int published = fleet.stream().mapToInt(NumberedReadings::countPublished).sum();
        awaitAcknowledged(fleet, published / DEVICES + 200);
        fleet.forEach(NumberedReadings::stop);
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() ->
                        assertThat(fleet)
                                .allMatch(readings ->
                                        readings.countAcknowledged() == readings.countPublished()));
        ServiceClient service = signIn(application);
        assertThat(fleet)
                .allSatisfy(readings -> assertThat(readings.missingFrom(service)).isEmpty());
        fleet.forEach(NumberedReadings::close);
    }

    private static List<NumberedReadings> fleet(ApplicationProcess application) {
        ServiceClient service = signIn(application);
        return new ArrayList<>(
                IntStream.range(0, DEVICES)
                        .mapToObj(i -> service.createDevice("Reader " + i))
                        .map(device -> new NumberedReadings(device, application.mqttPort()))
                        .toList());
    }

    private static ServiceClient signIn(ApplicationProcess application) {
        return ServiceClient.signIn(application.httpUrl(), TENANT_ADMIN, PASSWORD);
    }

    private static void awaitAcknowledged(List<NumberedReadings> fleet, int each) {
        await().atMost(Duration.ofSeconds(60))
                .until(() ->
                        fleet.stream().allMatch(readings -> readings.countAcknowledged() >= each));
    }

    private static int acknowledged(List<NumberedReadings> fleet) {
        return fleet.stream().mapToInt(NumberedReadings::countAcknowledged).sum();
    }

    private static void signal(String signal, List<ProcessHandle> processes)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    }

    private static int deadLetters(Map<String, String> environment) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(
                                environment.get("SPRING_DATASOURCE_URL"),
                                environment.get("SPRING_DATASOURCE_USERNAME"),
                                environment.get("SPRING_DATASOURCE_PASSWORD"));
                ResultSet count =
                        connection
                                .createStatement()
                                .executeQuery("select count(*) from dead_letter")) {
            count.next();
            return count.getInt(1);
        }
    }
}
