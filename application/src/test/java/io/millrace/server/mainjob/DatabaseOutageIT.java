// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.platform.postgres.StoppableDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * While the database is away the service waits: no message is lost or becomes a dead letter, and no device is
 * disconnected.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class DatabaseOutageIT {

    private static final String PASSWORD = "a password for tests";

    /** Longer than an attempt may take, and than a caller waits for a connection: ten seconds each. */
    private static final Duration OUTAGE = Duration.ofSeconds(14);

    @TempDir private static Path directory;
    private static StoppableDatabase database;
    private static ApplicationProcess application;

    @BeforeAll
    static void start() {
        database = new StoppableDatabase(directory.resolve("database"));
        Map<String, String> environment = new HashMap<>(database.environment());
        environment.put("MILLRACE_ADMIN_PASSWORD", PASSWORD);
        environment.put("MILLRACE_DEMO", "true");
        environment.put("MILLRACE_STOP_TIMEOUT", "7s");
        application = ApplicationProcess.start(directory.resolve("data"), environment);
    }

    @AfterAll
    static void stop() {
        application.close();
        database.close();
    }

    @Test
    @Tag("soak")
    void waitsWhileTheDatabaseIsStoppedAndLosesAndBuriesNothing() {
        try (ReadingFleet fleet = fleet()) {
            database.stop();
            try {
                int before = fleet.acknowledged();
                pass(OUTAGE);
                assertThat(fleet.isConnected()).isTrue();
                assertThat(fleet.acknowledged()).isLessThanOrEqualTo(before + fleet.inTransit());
            } finally {
                database.start();
            }
            goesOnAndHasAll(fleet);
        }
    }

    @Test
    void waitsWhileTheDatabaseHangsAndLosesAndBuriesNothing() {
        try (ReadingFleet fleet = fleet()) {
            database.pause();
            try {
                pass(OUTAGE);
                assertThat(fleet.isConnected()).isTrue();
            } finally {
                database.resume();
            }
            goesOnAndHasAll(fleet);
        }
    }

    /** The last test: it ends the service. */
    @Test
    @Order(Integer.MAX_VALUE)
    void aStopWhileTheDatabaseHangsIsCutShort() {
        try (ReadingFleet _ = fleet()) {
            database.pause();
            try {
                int status = application.stop();

                assertThat(status).as(application.standardOutput()).isEqualTo(75);
                assertThat(application.errorOutput())
                        .contains(
                                "Millrace exits with status 75: its stop has not ended within 7 s");
                assertThat(application.standardOutput()).contains("Millrace is stopping");
            } finally {
                database.resume();
            }
        }
    }

    private static ReadingFleet fleet() {
        ReadingFleet fleet = new ReadingFleet(signIn(), application.mqttPort());
        fleet.awaitAcknowledged(200);
        return fleet;
    }

    private static void pass(Duration time) {
        await().pollDelay(time).atMost(time.multipliedBy(2)).until(() -> true);
    }

    private static void goesOnAndHasAll(ReadingFleet fleet) {
        fleet.goOnToTheEnd();
        ServiceClient service = signIn();
        fleet.assertAllAreIn(service);
        assertThat(service.get("/api/deadLetters?pageSize=1&page=0").get("totalElements").asInt())
                .as("dead letters")
                .isZero();
    }

    private static ServiceClient signIn() {
        return ServiceClient.signIn(application.httpUrl(), "tenant@millrace.local", PASSWORD);
    }
}
