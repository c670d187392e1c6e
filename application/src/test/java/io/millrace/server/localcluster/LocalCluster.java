// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.localcluster;

import io.millrace.queue.kafka.BrokerNode;
import io.millrace.queue.kafka.KafkaBroker;
import io.millrace.server.mainjob.ServiceClient;
import io.millrace.server.platform.postgres.LocalPostgres;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster on one machine, for people who want to see one: brokers, a PostgreSQL and three instances, all of them
 * processes of their own. Everything that it keeps lies in one directory, and is there again at the next start. It
 * stops on Ctrl-C, on {@code SIGTERM}, and when its standard input ends.
 */
public final class LocalCluster {

    private static final int INSTANCES = 3;
    private static final int FIRST_BROKER_PORT = 9092;
    private static final int FIRST_CONTROLLER_PORT = 9192;

    private final Path directory;
    private final List<BrokerNode> nodes;
    private final List<LocalInstance.Ports> ports;

    /** What runs, the latest first. */
    private final Deque<Stop> running = new ArrayDeque<>();

    private volatile boolean stopping;
    private final List<LocalInstance> instances = new ArrayList<>();

    private interface Stop {
        void stop() throws InterruptedException;
    }

    private interface Start {
        Stop start() throws IOException;
    }

    private LocalCluster(Path directory, int brokers, int shift) {
        this.directory = directory;
        this.ports =
                IntStream.rangeClosed(1, INSTANCES)
                        .mapToObj(i -> LocalInstance.Ports.of(i, shift))
                        .toList();
        this.nodes =
                IntStream.range(0, brokers)
                        .mapToObj(i ->
                                new BrokerNode(
                                        i + 1,
                                        FIRST_BROKER_PORT + shift + i,
                                        FIRST_CONTROLLER_PORT + shift + i))
                        .toList();
    }

    /**
     * Runs until it is stopped.
     *
     * @param args how many brokers, 1 or 3; by how much all ports are moved; the directory for everything
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length != 3 || !args[0].matches("[13]") || !args[1].matches("\\d{1,5}")) {
            refuse("expected 1 or 3 brokers, a number to add to all ports, and a directory.");
            return;
        }
        LocalCluster cluster =
                new LocalCluster(
                        Path.of(args[2]).toAbsolutePath(),
                        Integer.parseInt(args[0]),
                        Integer.parseInt(args[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(cluster::stop, "stop"));
        try {
            cluster.start();
        } catch (StartException e) {
            if (!cluster.stopping) {
                refuse(e.getMessage());
            }
            return;
        }
        while (System.in.read() >= 0) {
            // Whatever is typed means nothing; only its end does.
        }
        System.exit(0);
    }

    private static void refuse(String reason) {
        System.err.println("The cluster does not start: " + reason);
        System.exit(1);
    }

    private void start() throws IOException, InterruptedException {
        checkPorts();
        Files.createDirectories(directory);
        checkBrokers();
        say("Everything is kept in " + directory + ". Starting, which takes half a minute ...");
        List<LocalPostgres> postgres = new ArrayList<>();
        begin(() -> {
            postgres.add(LocalPostgres.start(directory.resolve("postgres")));
            return postgres.getFirst()::close;
        });
        startBrokers();
        String password = password();
        Map<String, String> environment = environment(postgres.getFirst(), password);
        for (int i = 1; i <= INSTANCES; i++) {
            int number = i;
            begin(() -> {
                LocalInstance instance =
                        LocalInstance.launch(number, ports.get(number - 1), directory, environment);
                instances.add(instance);
                return instance::awaitEnd;
            });
        }
        for (LocalInstance instance : instances) {
            instance.awaitReady();
        }
        instances.forEach(instance ->
                instance.onEnd(() -> {
                    if (!stopping) {
                        say(instance + " has ended; its log is " + instance.log());
                    }
                }));
        say(Guide.text(nodes, instances, password, demoDevice(password)));
    }

    private void checkPorts() {
        Stream<Integer> ofBrokers =
                nodes.stream().flatMap(node -> Stream.of(node.port(), node.controllerPort()));
        Stream<Integer> ofInstances =
                ports.stream().flatMap(each -> Stream.of(each.http(), each.mqtt()));
        String taken =
                Stream.concat(ofInstances, ofBrokers)
                        .filter(port -> !LocalInstance.isFree(port))
                        .map(String::valueOf)
                        .collect(Collectors.joining(", "));
        if (!taken.isEmpty()) {
            throw new StartException(
                    "another process listens on port %s; stop it, or move the ports with -Dport.shift=1000."
                            .formatted(taken));
        }
    }

    /** A log of one broker is none of three. */
    private void checkBrokers() {
        int before =
                (int)
                        IntStream.rangeClosed(1, 3)
                                .filter(i -> Files.exists(directory.resolve("broker-" + i)))
                                .count();
        if (before != 0 && before != nodes.size()) {
            throw new StartException(
                    "%s was made with %d brokers, not %d; say so, or delete it."
                            .formatted(directory, before, nodes.size()));
        }
    }

    private void startBrokers() throws IOException {
        List<KafkaBroker> brokers = new ArrayList<>();
        for (BrokerNode node : nodes) {
            begin(() -> {
                brokers.add(
                        KafkaBroker.launch(directory.resolve("broker-" + node.id()), node, nodes));
                return brokers.getLast()::stop;
            });
        }
        brokers.forEach(KafkaBroker::awaitListening);
    }

    private Map<String, String> environment(LocalPostgres postgres, String password) {
        return Map.of(
                "MILLRACE_QUEUE", "kafka",
                "SPRING_KAFKA_BOOTSTRAP_SERVERS",
                        nodes.stream().map(BrokerNode::address).collect(Collectors.joining(",")),
                "SPRING_DATASOURCE_URL", postgres.url(),
                "SPRING_DATASOURCE_USERNAME", postgres.username(),
                "SPRING_DATASOURCE_PASSWORD", postgres.password(),
                "MILLRACE_ADMIN_PASSWORD", password,
                "MILLRACE_DEMO", "true");
    }

    /** Generated by the first start. */
    private String password() throws IOException {
        Path file = directory.resolve("password");
        if (!Files.exists(file)) {
            Files.writeString(file, Passwords.generate());
        }
        return Files.readString(file).strip();
    }

    /** Null if a user has changed the password or deleted the device, which is allowed. */
    private ServiceClient.@Nullable Device demoDevice(String password) {
        try {
            return ServiceClient.signIn(
                            instances.getFirst().httpUrl(), "tenant@millrace.local", password)
                    .deviceByName("Demo Device");
        } catch (AssertionError _) {
            return null;
        }
    }

    private static void say(String text) {
        System.out.println(text);
    }

    /** Also in the middle of a start: what has begun is stopped, and nothing begins any more. */
    private void begin(Start start) throws IOException {
        synchronized (running) {
            if (stopping) {
                throw new StartException("it is being stopped.");
            }
            running.addFirst(start.start());
        }
    }

    private void stop() {
        synchronized (running) {
            stopping = true;
            if (!running.isEmpty()) {
                say("Stopping ...");
                instances.forEach(LocalInstance::end);
                running.forEach(LocalCluster::stop);
                say("Stopped.");
            }
        }
    }

    private static void stop(Stop each) {
        try {
            each.stop();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
