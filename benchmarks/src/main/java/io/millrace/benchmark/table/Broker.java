// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.ProcessCost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A Kafka broker that is its own controller, as a process of its own on the loopback interface. */
final class Broker implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String NOT_ANNOUNCED = "\0";

    /** Any identifier does: 16 bytes in Base64. */
    private static final String CLUSTER = "AAAAAAAAAAEAAAAAAAAAAQ";

    private final Child process;
    private final int port;

    private Broker(Child process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts a broker over an empty log; returns when it takes connections. */
    static Broker start(Path directory) throws IOException, InterruptedException {
        int port = Ports.free();
        Path configuration = directory.resolve("server.properties");
        try (var out = Files.newBufferedWriter(configuration)) {
            settings(port, Ports.free(), directory.resolve("log")).store(out, null);
        }
        List<String> format =
                List.of("format", "--cluster-id", CLUSTER, "--config", configuration.toString());
        try (Child tool =
                Child.fork(
                        "kafka.tools.StorageTool", List.of(), format, directory, NOT_ANNOUNCED)) {
            List<String> said = tool.awaitEnd(LIMIT);
            if (tool.status() != 0) {
                throw new LoadException("The broker's log cannot be formatted: " + said);
            }
        }
        Child process =
                Child.fork(
                        "kafka.Kafka",
                        List.of("-Xmx512m"),
                        List.of(configuration.toString()),
                        directory,
                        NOT_ANNOUNCED);
        Broker broker = new Broker(process, port);
        broker.awaitListening();
        return broker;
    }

    private static Properties settings(int port, int controllerPort, Path log) {
        Properties settings = new Properties();
        settings.putAll(
                Map.of(
                        "node.id",
                        "1",
                        "process.roles",
                        "broker,controller",
                        "listeners",
                        "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d"
                                .formatted(port, controllerPort),
                        "controller.listener.names",
                        "CONTROLLER",
                        "controller.quorum.voters",
                        "1@127.0.0.1:" + controllerPort,
                        "log.dirs",
                        log.toString(),
                        "auto.create.topics.enable",
                        "false",
                        "offsets.topic.num.partitions",
                        "1"));
        for (String one :
                List.of(
                        "default.replication.factor",
                        "min.insync.replicas",
                        "offsets.topic.replication.factor",
                        "transaction.state.log.replication.factor",
                        "transaction.state.log.min.isr")) {
            settings.setProperty(one, "1");
        }
        // Members that have ended are missed soon.
        settings.setProperty("group.consumer.session.timeout.ms", "6000");
        settings.setProperty("group.consumer.min.session.timeout.ms", "6000");
        settings.setProperty("group.consumer.heartbeat.interval.ms", "500");
        settings.setProperty("group.consumer.min.heartbeat.interval.ms", "500");
        return settings;
    }

    private void awaitListening() throws InterruptedException {
        long giveUpAt = System.nanoTime() + LIMIT.toNanos();
        while (!isListening()) {
            if (!process.isAlive() || System.nanoTime() - giveUpAt > 0) {
                process.close();
                throw new LoadException("The broker does not start.");
            }
            Thread.sleep(50);
        }
    }

    private boolean isListening() {
        try (var socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            return socket.isConnected();
        } catch (IOException _) {
            return false;
        }
    }

    ProcessCost cost() {
        return new ProcessCost(process.pid());
    }

    /** What a server needs to use it. */
    Map<String, String> settingsOfServer() {
        return Map.of(
                "MILLRACE_QUEUE", "kafka", "SPRING_KAFKA_BOOTSTRAP_SERVERS", "127.0.0.1:" + port);
    }

    @Override
    public void close() {
        process.close();
    }
}
