// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt3.Mqtt3AsyncClient;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;

/**
 * A device that publishes readings 0, 1, 2, … at QoS 1, a window of them at a time, and remembers which were
 * acknowledged. Reading n bears time stamp {@link #FIRST_TS} + n and value n.
 */
final class NumberedReadings implements AutoCloseable {

    static final long FIRST_TS = System.currentTimeMillis() - 3_600_000;

    private static final int WINDOW = 40;

    /** More than the 64 that the service reads before it waits; few enough to be done with soon after the last. */
    private static final int WINDOW_OF_PACED =
            Long.getLong("overload.seconds", 15) > 60 ? 500 : 100;

    private final ServiceClient.Device device;
    private final Mqtt3AsyncClient client;
    private final AtomicInteger next = new AtomicInteger();
    private final Set<Integer> acknowledged = new ConcurrentSkipListSet<>();
    private final AtomicLong givenUp = new AtomicLong();
    private final int windowSize;
    private final Semaphore window;
    private volatile boolean stopped;
    private final Thread thread;

    /** Publishes as quickly as it gets acknowledgements. */
    NumberedReadings(ServiceClient.Device device, int mqttPort) {
        this(device, mqttPort, WINDOW, 0);
    }

    /** Publishes so many a second; what is due while too many are unacknowledged is given up. */
    static NumberedReadings paced(ServiceClient.Device device, int mqttPort, int perSecond) {
        return new NumberedReadings(device, mqttPort, WINDOW_OF_PACED, perSecond);
    }

    private NumberedReadings(
            ServiceClient.Device device, int mqttPort, int windowSize, int perSecond) {
        this.device = device;
        this.windowSize = windowSize;
        this.window = new Semaphore(windowSize);
        this.client =
                MqttClient.builder()
                        .useMqttVersion3()
                        .serverHost("127.0.0.1")
                        .serverPort(mqttPort)
                        .identifier("readings-" + device.id())
                        .simpleAuth()
                        .username(device.token())
                        .applySimpleAuth()
                        .buildAsync();
        client.connectWith().keepAlive(60).send().orTimeout(20, TimeUnit.SECONDS).join();
        this.thread =
                Thread.ofVirtual().start(perSecond == 0 ? this::publish : () -> publish(perSecond));
    }

    private void publish() {
        try {
            while (!stopped) {
                if (window.tryAcquire(100, TimeUnit.MILLISECONDS)) {
                    publishOne(next.getAndIncrement());
                }
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void publish(int perSecond) {
        long begin = System.nanoTime();
        long due = 0;
        while (!stopped) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            long dueNow = (System.nanoTime() - begin) * perSecond / TimeUnit.SECONDS.toNanos(1);
            for (; due < dueNow; due++) {
                if (window.tryAcquire()) {
                    publishOne(next.getAndIncrement());
                } else {
                    givenUp.incrementAndGet();
                }
            }
        }
    }

    private void publishOne(int number) {
        String reading =
                "{\"ts\":%d,\"values\":{\"number\":%d,\"even\":%b}}"
                        .formatted(FIRST_TS + number, number, number % 2 == 0);
        var _ =
                client.publishWith()
                        .topic("v1/devices/me/telemetry")
                        .qos(MqttQos.AT_LEAST_ONCE)
                        .payload(reading.getBytes(StandardCharsets.UTF_8))
                        .send()
                        .whenComplete((_, error) -> {
                            if (error == null) {
                                acknowledged.add(number);
                                window.release();
                            }
                        });
    }

    int countAcknowledged() {
        return acknowledged.size();
    }

    int countPublished() {
        return next.get();
    }

    /** How many were due and not published. */
    long countGivenUp() {
        return givenUp.get();
    }

    /** Whether all that was published is acknowledged. */
    boolean isAcknowledged() {
        return window.availablePermits() == windowSize;
    }

    boolean isConnected() {
        return client.getState().isConnected();
    }

    /** Publishes no more; what is under way may still be acknowledged. */
    void stop() {
        stopped = true;
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The acknowledged readings that the service does not have. */
    Set<Integer> missingFrom(ServiceClient service) {
        Set<Integer> missing = new TreeSet<>(acknowledged);
        JsonNode stored =
                service.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=number&startTs=%d&endTs=%d&limit=100000&useStrictDataTypes=true"
                                .formatted(device.id(), FIRST_TS, FIRST_TS + next.get() + 1));
        JsonNode points = stored.path("number");
        StreamSupport.stream(points.spliterator(), false)
                .filter(point -> point.get("ts").asLong() == FIRST_TS + point.get("value").asLong())
                .forEach(point -> missing.remove(point.get("value").asInt()));
        return missing;
    }

    @Override
    public void close() {
        stop();
        var _ = client.disconnect();
    }
}
