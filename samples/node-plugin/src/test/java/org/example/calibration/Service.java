// SPDX-License-Identifier: Apache-2.0
package org.example.calibration;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Millrace as an operator starts it: by its jar, with a directory of plugins, on free ports. */
final class Service implements AutoCloseable {

    /** The password of the accounts that the first start makes. */
    static final String PASSWORD = "calibration-2";

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Process process;
    private final int httpPort;
    private final int mqttPort;

    // Written by the thread that reads the process.
    @SuppressWarnings("JdkObsolete")
    private final StringBuffer output = new StringBuffer();

    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    private Service(Process process, int httpPort, int mqttPort) {
        this.process = process;
        this.httpPort = httpPort;
        this.mqttPort = mqttPort;
        Thread.ofVirtual().start(this::read);
    }

    /** Starts the service and waits until it is ready. */
    static Service start(Path directory, Path plugins) throws Exception {
        int httpPort = freePort();
        int mqttPort = freePort();
        ProcessBuilder builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--sun-misc-unsafe-memory-access=allow",
                                "-Xmx512m",
                                "-jar",
                                System.getProperty("service.jar"))
                        .directory(directory.toFile())
                        .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.keySet().removeIf(name -> name.matches("(MILLRACE|SPRING|SERVER)_.*"));
        environment.put("MILLRACE_DATA_DIR", directory.resolve("data").toString());
        environment.put("MILLRACE_PLUGINS_DIR", plugins.toString());
        environment.put("MILLRACE_ADMIN_PASSWORD", PASSWORD);
        environment.put("MILLRACE_MQTT_PORT", Integer.toString(mqttPort));
        environment.put("SERVER_PORT", Integer.toString(httpPort));
        Service service = new Service(builder.start(), httpPort, mqttPort);
        try {
            if (!service.ready.get(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("the service ended:\n" + service.output);
            }
            return service;
        } catch (Exception | AssertionError e) {
            service.close();
            throw e;
        }
    }

    /** Below the ports that the system gives to connections, so that none takes it while the service starts. */
    private static int freePort() throws IOException {
        for (int tries = 0; tries < 100; tries++) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException _) {
                // another one
            }
        }
        throw new BindException("no free port from 20000 to 31999");
    }

    /** The closing lines of a start end with an empty one. */
    private void read() {
        try (BufferedReader lines = process.inputReader()) {
            boolean closingLines = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                output.append(line).append('\n');
                closingLines |= line.equals("Millrace is ready.");
                if (closingLines && line.isEmpty()) {
                    ready.complete(true);
                }
            }
        } catch (IOException e) {
            output.append(e);
        } finally {
            ready.complete(false);
        }
    }

    /** What it has said so far. */
    String output() {
        return output.toString();
    }

    int mqttPort() {
        return mqttPort;
    }

    /** A request to the service. */
    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + path))
                .timeout(Duration.ofSeconds(30));
    }

    /** Stops it in order, so that its database ends too. */
    @Override
    public void close() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(LIMIT)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new AssertionError("the service does not stop:\n" + output);
        }
    }
}
