// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.awaitility.Awaitility.await;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.queue.Partitioner;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.kafka.KafkaBroker;
import io.millrace.server.ApplicationProcess;
import io.millrace.server.platform.postgres.StoppableDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Instances of the real service in processes of their own, over one real broker and one real PostgreSQL. */
final class TestCluster implements AutoCloseable {

    static final String PASSWORD = "a password for tests";

    private final Path directory;
    private final KafkaBroker broker;
    private final StoppableDatabase database;
    private final JdbcClient sql;
    private final Map<String, String> environment = new HashMap<>();
    private final List<Instance> instances = new CopyOnWriteArrayList<>();
    private final Set<Instance> paused = ConcurrentHashMap.newKeySet();
    private int started;

    /**
     * An instance.
     *
     * @param name under which it owns partitions
     */
    record Instance(String name, ApplicationProcess process) {

        ServiceClient signIn() {
            return signIn("tenant@millrace.local");
        }

        ServiceClient signIn(String user) {
            return ServiceClient.signIn(process.httpUrl(), user, PASSWORD);
        }

        int mqttPort() {
            return process.mqttPort();
        }

        Meters meters() {
            return new Meters(process.httpUrl());
        }
    }

    /** A cluster of no instances. */
    TestCluster(Path directory) {
        this.directory = directory;
        this.broker = KafkaBroker.start(directory.resolve("broker"));
        this.database = new StoppableDatabase(directory.resolve("database"));
        environment.put("MILLRACE_QUEUE", "kafka");
        environment.put("SPRING_KAFKA_BOOTSTRAP_SERVERS", broker.bootstrapServers());
        environment.putAll(database.environment());
        this.sql =
                JdbcClient.create(
                        new DriverManagerDataSource(
                                environment.get("SPRING_DATASOURCE_URL"),
                                environment.get("SPRING_DATASOURCE_USERNAME"),
                                environment.get("SPRING_DATASOURCE_PASSWORD")));
        environment.put("MILLRACE_ADMIN_PASSWORD", PASSWORD);
        environment.put("MILLRACE_DEMO", "true");
    }

    KafkaBroker broker() {
        return broker;
    }

    StoppableDatabase database() {
        return database;
    }

    /** Statements to the database of the instances. */
    JdbcClient sql() {
        return sql;
    }

    /** The instances that have not been killed. */
    List<Instance> instances() {
        return instances;
    }

    Instance instance(int index) {
        return instances.get(index);
    }

    /** Where devices can connect, as a load balancer knows it that has not looked for a while. */
    List<Integer> mqttPorts() {
        return instances.stream().map(Instance::mqttPort).toList();
    }

    /** Starts as many at once as are missing, and waits until all are ready. */
    void growTo(int count) {
        List<Instance> several = new ArrayList<>();
        while (instances.size() + several.size() < count) {
            several.add(launch("instance-" + ++started));
        }
        several.forEach(instance -> instance.process.awaitReady());
        instances.addAll(several);
    }

    private Instance launch(String name) {
        Map<String, String> own = new HashMap<>(environment);
        own.put("MILLRACE_INSTANCE_ID", name);
        return new Instance(name, ApplicationProcess.launch(directory.resolve(name), own));
    }

    /** Stops an instance in order, and starts it again under the same name. */
    void restart(int index) {
        instances.get(index).process.stop();
        startAgain(index);
    }

    /** Starts an instance that has ended, under the same name. */
    void startAgain(int index) {
        Instance former = instances.get(index);
        keepLog(former);
        Instance again = launch(former.name);
        again.process.awaitReady();
        instances.set(index, again);
    }

    /** Starts the instances again that have been killed. */
    void reviveAll() {
        for (int i = 0; i < instances.size(); i++) {
            if (!instances.get(i).process.isAlive()) {
                startAgain(i);
            }
        }
    }

    /** Stops the process of an instance where it is; its connections stay open. */
    void pause(int index) {
        Instance instance = instances.get(index);
        paused.add(instance);
        signal(instance.process.pid(), "STOP");
    }

    /** Lets a paused instance continue. */
    void resume(int index) {
        Instance instance = instances.get(index);
        signal(instance.process.pid(), "CONT");
        paused.remove(instance);
    }

    /** The instances that run and are not paused. */
    List<Instance> running() {
        return instances.stream()
                .filter(instance -> instance.process.isAlive() && !paused.contains(instance))
                .toList();
    }

    /** Kills an instance; devices try it on. */
    void kill(int index) {
        instances.get(index).process.kill();
    }

    /** Sends a process a signal, such as {@code STOP}. */
    static void signal(long pid, String signal) {
        try {
            int status =
                    new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
            if (status != 0) {
                throw new AssertionError("kill -%s %d: %d".formatted(signal, pid, status));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The names of those that own partitions of a topic, or of any. */
    Set<String> owners(String topic) {
        return sql.sql("select distinct owner from partition_epoch where topic like ?")
                .param(topic)
                .query(String.class)
                .set();
    }

    /** The names of those that own partitions. */
    Set<String> owners() {
        return owners("%");
    }

    /** A new device whose messages in queue Main an instance runs, as long as partitions stay where they are. */
    ServiceClient.Device deviceOf(Instance owner, ServiceClient service, String profile) {
        List<String> owners =
                sql.sql("select owner from partition_epoch where topic = ? order by partition")
                        .param(QueueDefinition.MAIN.topic())
                        .query(String.class)
                        .list();
        Partitioner partitioner = new Partitioner(owners.size());
        while (true) {
            ServiceClient.Device device =
                    service.createDevice(profile + " " + System.nanoTime(), profile);
            EntityId id = new EntityId(EntityType.DEVICE, UUID.fromString(device.id()));
            if (owners.get(partitioner.partitionOf(id)).equals(owner.name())) {
                return device;
            }
        }
    }

    /** How many deliveries of a topic, or of any, were moved out of the log. */
    int inFlight(String topic) {
        return sql.sql("select count(*) from in_flight where topic like ?")
                .param(topic)
                .query(Integer.class)
                .single();
    }

    /** How many messages of a device wait in nodes. */
    int waiting(ServiceClient.Device device) {
        return sql.sql("select count(*) from pending_message where originator_id = ?::uuid")
                .param(device.id())
                .query(Integer.class)
                .single();
    }

    /** Returns when the database answers. */
    void awaitDatabase() {
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> inFlightRows() >= 0);
    }

    /** The number of messages that are kept outside of the log because they take long. */
    int inFlightRows() {
        return sql.sql("select count(*) from in_flight").query(Integer.class).single();
    }

    @Override
    public void close() {
        instances.forEach(instance -> {
            instance.process.close();
            keepLog(instance);
        });
        broker.close();
        database.close();
    }

    /** For whoever looks into a test that has failed. */
    private static void keepLog(Instance instance) {
        try {
            Path logs = Files.createDirectories(Path.of("target", "cluster-logs"));
            Files.writeString(
                    logs.resolve("%s-%d.log".formatted(instance.name, instance.process.pid())),
                    instance.process.standardOutput() + instance.process.errorOutput());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
