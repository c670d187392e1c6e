// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A device that publishes numbers 0, 1, 2, … at QoS 1, at its own pace, each under the key {@code number} and under a key
 * that it shares with the nine numbers next to it. Where it loses its connection, or gets no
 * answer, it goes to another instance, as behind a load balancer, and there first publishes again what was not
 * acknowledged.
 */
final class RoamingDevice implements AutoCloseable {

    /** A connection with 64 unsafe messages is not read any more, pings included. */
    private static final int WINDOW = 50;

    /** So each device soon uses keys that are new to the tenant, and many keys tell what their last value is. */
    private static final int NUMBERS_PER_KEY = 10;

    private static final int KEEP_ALIVE_SECONDS = 5;
    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final AtomicInteger DOORS = new AtomicInteger();

    private final ServiceClient.Device device;
    private final String topic;
    private final Duration pace;
    private final Supplier<List<Integer>> mqttPorts;
    private final AtomicInteger published = new AtomicInteger();
    private final AtomicInteger countPublishedAgain = new AtomicInteger();
    private final NavigableSet<Integer> publishedAgain = new ConcurrentSkipListSet<>();
    private final AtomicInteger disconnections = new AtomicInteger();
    private final NavigableSet<Integer> unacknowledged = new ConcurrentSkipListSet<>();
    private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
    private int door = DOORS.incrementAndGet();
    private int session;
    private volatile boolean stopped;
    private volatile boolean closed;
    private final Thread thread;

    /**
     * Begins at once.
     *
     * @param pace the time between two numbers
     * @param mqttPorts where the instances are now
     */
    RoamingDevice(
            ServiceClient.Device device,
            String topic,
            Duration pace,
            Supplier<List<Integer>> mqttPorts) {
        this.device = device;
        this.topic = topic;
        this.pace = pace;
        this.mqttPorts = mqttPorts;
        this.thread = Thread.ofVirtual().name("device-" + device.id()).start(this::run);
    }

    private void run() {
        while (wantsConnection()) {
            Mqtt3AsyncClient client = connect();
            if (client == null) {
                LockSupport.parkNanos(PAUSE.toNanos());
                continue;
            }
            session++;
            for (int number : List.copyOf(unacknowledged)) {
                countPublishedAgain.incrementAndGet();
                publishedAgain.add(number);
                publish(client, number);
            }
            publishNew(client);
            if (client.getState().isConnected()) {
                var _ = client.disconnect();
            } else {
                disconnections.incrementAndGet();
            }
        }
    }

    private boolean wantsConnection() {
        return !closed && !(stopped && unacknowledged.isEmpty());
    }

    private void publishNew(Mqtt3AsyncClient client) {
        while (wantsConnection() && client.getState().isConnected()) {
            if (!stopped && unacknowledged.size() < WINDOW) {
                int number = published.getAndIncrement();
                unacknowledged.add(number);
                publish(client, number);
            }
            LockSupport.parkNanos(pace.toNanos());
        }
    }

    private @Nullable Mqtt3AsyncClient connect() {
        List<Integer> ports = mqttPorts.get();
        if (ports.isEmpty()) {
            return null;
        }
        Mqtt3AsyncClient client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(ports.get(Math.floorMod(door++, ports.size())))
                        .simpleAuth()
                        .username(device.token())
                        .applySimpleAuth()
                        .buildAsync();
        try {
            client.connectWith()
                    .keepAlive(KEEP_ALIVE_SECONDS)
                    .send()
                    .orTimeout(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                    .join();
            return client;
        } catch (CompletionException _) {
            var _ = client.disconnect();
            return null;
        }
    }

    private void publish(Mqtt3AsyncClient client, int number) {
        String values =
                "{\"device\":\"%s\",\"session\":%d,\"number\":%d,\"%s\":%d}"
                        .formatted(device.id(), session, number, key(number), number);
        String body =
                topic.equals(MqttDevice.TELEMETRY)
                        ? "{\"ts\":%d,\"values\":%s}"
                                .formatted(NumberedReadings.FIRST_TS + number, values)
                        : values;
        var _ =
                client.publishWith()
                        .topic(topic)
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(body.getBytes(StandardCharsets.UTF_8))
                        .send()
                        .whenComplete((_, error) -> {
                            if (error == null) {
                                acknowledged.add(number);
                                unacknowledged.remove(number);
                            }
                        });
    }

    private static String key(int number) {
        return "from_" + number / NUMBERS_PER_KEY * NUMBERS_PER_KEY;
    }

    /**
     * The keys of what it has published, each with the values that may be its last one. That is the greatest number
     * under the key. Of an attribute it may also be a number that was published again: its first copy may reach the log
     * after later numbers, through the instance that the device has left.
     */
    Map<String, Set<Integer>> lastValues() {
        Map<String, Set<Integer>> values = new TreeMap<>();
        int count = published.get();
        for (int first = 0; first < count; first += NUMBERS_PER_KEY) {
            values.put(key(first), lastOf(first, Math.min(first + NUMBERS_PER_KEY, count)));
        }
        if (count > 0) {
            values.put("number", lastOf(0, count));
        }
        return values;
    }

    private Set<Integer> lastOf(int first, int end) {
        Set<Integer> last =
                isReading() ? new TreeSet<>() : new TreeSet<>(publishedAgain.subSet(first, end));
        last.add(end - 1);
        return last;
    }

    ServiceClient.Device device() {
        return device;
    }

    /** Whether its numbers are readings; else they are values of an attribute. */
    boolean isReading() {
        return topic.equals(MqttDevice.TELEMETRY);
    }

    /** How many numbers it has published. */
    int countPublished() {
        return published.get();
    }

    /** How often it has published a number again. */
    int countPublishedAgain() {
        return countPublishedAgain.get();
    }

    /** How often it has lost its connection. */
    int countDisconnections() {
        return disconnections.get();
    }

    Set<Integer> acknowledged() {
        return acknowledged;
    }

    /** Publishes nothing new; publishes again until all is acknowledged. */
    void stop() {
        stopped = true;
    }

    /** Whether it was stopped, and all that it has published is acknowledged. */
    boolean isDone() {
        return !thread.isAlive();
    }

    @Override
    public void close() {
        closed = true;
    }
}
