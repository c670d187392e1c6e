// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** A real broker in a process of its own, that can be paused, killed and started again over the same log. */
public final class KafkaBroker implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** The last of several brokers waits for the others in vain. */
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

    /** Brokers of one cluster must have the same. */
    private static final String CLUSTER = new Uuid(1, 1).toString();

    /** A Ctrl-C in the terminal goes to all of its processes; when the broker ends is for its owner to say. */
    private static final List<String> WITHOUT_INTERRUPTS =
            List.of("sh", "-c", "trap '' INT; exec \"$@\"", "broker");

    private final Path directory;
    private final BrokerNode node;
    private Process process;

    @SuppressWarnings("NullAway.Init") // launch() sets the process
    private KafkaBroker(Path directory, BrokerNode node) {
        this.directory = directory;
        this.node = node;
    }

    /** Starts a broker that keeps everything in a directory; returns when it answers. */
    public static KafkaBroker start(Path directory) {
        BrokerNode node = BrokerNode.onFreePorts();
        return start(directory, node, node.settings(List.of(node), log(directory).toString()));
    }

    /** Starts a broker that takes connections over TLS only; returns when it answers. */
    public static KafkaBroker start(Path directory, TlsFiles tls) {
        BrokerNode node = BrokerNode.onFreePorts();
        Properties settings = node.settings(List.of(node), log(directory).toString());
        settings.setProperty(
                "listeners", settings.getProperty("listeners").replace("PLAINTEXT:", "SSL:"));
        settings.putAll(tls.brokerSettings());
        return start(directory, node, settings);
    }

    private static KafkaBroker start(Path directory, BrokerNode node, Properties settings) {
        try {
            KafkaBroker broker = launch(directory, node, settings);
            broker.awaitListening();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Starts a broker over what a directory holds, or over an empty log, and does not wait for it.
     *
     * @param all the brokers of its cluster, itself among them
     */
    public static KafkaBroker launch(Path directory, BrokerNode node, List<BrokerNode> all)
            throws IOException {
        return launch(directory, node, node.settings(all, log(directory).toString()));
    }

    private static KafkaBroker launch(Path directory, BrokerNode node, Properties settings)
            throws IOException {
        KafkaBroker broker = new KafkaBroker(directory, node);
        Files.createDirectories(directory);
        try (var out = Files.newBufferedWriter(broker.configuration())) {
            settings.store(out, null);
        }
        if (!Files.exists(log(directory).resolve("meta.properties"))) {
            broker.format();
        }
        broker.launch();
        return broker;
    }

    private static Path log(Path directory) {
        return directory.resolve("log");
    }

    private Path configuration() {
        return directory.resolve("server.properties");
    }

    private void format() throws IOException {
        PrintStream quiet =
                new PrintStream(PrintStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        int status =
                StorageTool.execute(
                        new String[] {
                            "format",
                            "--cluster-id",
                            CLUSTER,
                            "--config",
                            configuration().toString()
                        },
                        quiet);
        if (status != 0) {
            throw new IOException("expected the log to be formatted, got status " + status);
        }
    }

    /** Starts the process over what the directory holds; returns when it answers. */
    public void start() throws IOException {
        launch();
        awaitListening();
    }

    private void launch() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(new ArrayList<>(WITHOUT_INTERRUPTS));
        builder.command()
                .addAll(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx384m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-Dlogback.configurationFile=logback-broker.xml",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "kafka.Kafka",
                                configuration().toString()));
        process =
                builder.redirectErrorStream(true)
                        .redirectOutput(directory.resolve("broker.log").toFile())
                        .start();
    }

    /** Returns when the broker takes connections. */
    public void awaitListening() {
        await("broker " + directory)
                .atMost(LIMIT)
                .pollInterval(Duration.ofMillis(50))
                .until(this::isListening);
    }

    private boolean isListening() {
        if (!process.isAlive()) {
            throw new IllegalStateException("the broker has ended; see " + directory);
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    public String bootstrapServers() {
        return node.address();
    }

    /** What a client needs. */
    public Map<String, Object> client() {
        return Map.of("bootstrap.servers", bootstrapServers());
    }

    public long pid() {
        return process.pid();
    }

    /** Stops the process as a pulled plug would. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit();
    }

    /** Stops the process in order, as {@code SIGTERM} does, or by force if it takes long. */
    public void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            kill();
        }
    }

    private void awaitExit() throws InterruptedException {
        if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
            throw new IllegalStateException("expected the broker to end");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
