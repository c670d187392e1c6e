// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.localcluster;

import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** An instance of the service in a separate process, on the ports of its number. */
final class LocalInstance {

    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    private static final int FIRST_HTTP_PORT = 8080;
    private static final int FIRST_MQTT_PORT = 1883;

    private final int number;
    private final Ports ports;
    private final Process process;
    private final Path log;

    private LocalInstance(int number, Ports ports, Process process, Path log) {
        this.number = number;
        this.ports = ports;
        this.process = process;
        this.log = log;
    }

    /**
     * Where an instance listens.
     *
     * @param http for people
     * @param mqtt for devices
     */
    record Ports(int http, int mqtt) {

        static Ports of(int number, int shift) {
            return new Ports(
                    FIRST_HTTP_PORT + shift + number - 1, FIRST_MQTT_PORT + shift + number - 1);
        }
    }

    static boolean isFree(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return !socket.isConnected();
        } catch (IOException _) {
            return true;
        }
    }

    /** Starts an instance, from 1, and does not wait for it. */
    static LocalInstance launch(
            int number, Ports ports, Path directory, Map<String, String> environment)
            throws IOException {
        String name = "instance-" + number;
        // A Ctrl-C in the terminal goes to all of its processes; when an instance ends is for the
        // cluster to say.
        List<String> command =
                new ArrayList<>(List.of("sh", "-c", "trap '' INT; exec \"$@\"", name));
        command.addAll(ApplicationProcess.command());
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(environment);
        builder.environment().put("MILLRACE_INSTANCE_ID", name);
        builder.environment().put("MILLRACE_DATA_DIR", directory.resolve(name).toString());
        builder.environment().put("SERVER_PORT", Integer.toString(ports.http));
        builder.environment().put("MILLRACE_MQTT_PORT", Integer.toString(ports.mqtt));
        Path log = directory.resolve(name + ".log");
        Process process =
                builder.redirectErrorStream(true)
                        .redirectOutput(Redirect.appendTo(log.toFile()))
                        .start();
        return new LocalInstance(number, ports, process, log);
    }

    /**
     * Returns when the instance is ready.
     *
     * @throws StartException if it ends instead
     */
    void awaitReady() {
        await().atMost(START_LIMIT).pollInterval(Duration.ofMillis(250)).until(this::isReady);
    }

    private boolean isReady() {
        if (!process.isAlive()) {
            throw new StartException(this + " has ended; " + log + " says why.");
        }
        try {
            HttpURLConnection connection =
                    (HttpURLConnection)
                            URI.create(httpUrl() + "/actuator/health/readiness")
                                    .toURL()
                                    .openConnection();
            return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
        } catch (IOException _) {
            return false;
        }
    }

    String httpUrl() {
        return "http://localhost:" + ports.http;
    }

    String mqttAddress() {
        return "localhost:" + ports.mqtt;
    }

    int mqttPort() {
        return ports.mqtt;
    }

    long pid() {
        return process.pid();
    }

    Path log() {
        return log;
    }

    void onEnd(Runnable action) {
        var _ = process.onExit().thenRun(action);
    }

    /** Asks the instance to end. */
    void end() {
        process.destroy();
    }

    /** Waits for the end that was asked for, but not for ever. */
    void awaitEnd() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    @Override
    public String toString() {
        return "Instance %d (pid %d)".formatted(number, process.pid());
    }
}
