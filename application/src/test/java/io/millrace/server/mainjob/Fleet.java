// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Devices whose messages a {@link Witness} sees, and what has become of their numbers. */
final class Fleet implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Witness witness;
    private final List<RoamingDevice> devices = new ArrayList<>();

    /** The assets under which the values of devices are stored, by the id of the device. */
    private final Map<String, String> assets = new HashMap<>();

    /** How many of the readings the service had when it was last asked. */
    private int stored;

    Fleet(Witness witness) {
        this.witness = witness;
    }

    /** Adds devices of a profile, which begin at once. */
    Fleet add(
            ServiceClient owner,
            String profile,
            String topic,
            int count,
            Duration pace,
            Supplier<List<Integer>> mqttPorts) {
        for (int i = 0; i < count; i++) {
            devices.add(new RoamingDevice(create(owner, profile), topic, pace, mqttPorts));
        }
        return this;
    }

    /** Adds devices whose chain stores their values under an asset that has the device's id as its name. */
    Fleet addWithAssets(
            ServiceClient owner,
            String profile,
            String topic,
            int count,
            Duration pace,
            Supplier<List<Integer>> mqttPorts) {
        for (int i = 0; i < count; i++) {
            ServiceClient.Device device = create(owner, profile);
            assets.put(device.id(), owner.createAsset(device.id()));
            devices.add(new RoamingDevice(device, topic, pace, mqttPorts));
        }
        return this;
    }

    private static ServiceClient.Device create(ServiceClient owner, String profile) {
        return owner.createDevice(profile + " " + System.nanoTime(), profile);
    }

    /** Such as {@code DEVICE/1b4e28ba-…}: the entity whose values the device publishes. */
    private String entity(RoamingDevice device) {
        String id = device.device().id();
        String asset = assets.get(id);
        return asset == null ? "DEVICE/" + id : "ASSET/" + asset;
    }

    int acknowledged() {
        return sum(device -> device.acknowledged().size());
    }

    private int sum(ToIntFunction<RoamingDevice> figure) {
        return devices.stream().mapToInt(figure).sum();
    }

    private Witness.Calls callsFor(RoamingDevice device) {
        return witness.of(device.device().id());
    }

    /** Waits until so many more messages of each device have been acknowledged, and have been seen by the witness. */
    void awaitMoreOfEach(int count) {
        Map<RoamingDevice, Integer> goals = new HashMap<>();
        devices.forEach(device -> goals.put(device, device.countPublished() + count));
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(goals)
                                .as(this::toString)
                                .allSatisfy((device, goal) ->
                                        assertThat(callsFor(device).numbers())
                                                .hasSizeGreaterThanOrEqualTo(goal)));
    }

    /** Publishes nothing new; waits until all is acknowledged, stored, and seen by the witness. */
    void settle(ServiceClient service) {
        settleUnseen(service);
        assertThat(unseen()).as("acknowledged and never run; " + this).isEmpty();
    }

    /** As {@link #settle}, for devices whose chain does not call the witness. */
    void settleUnseen(ServiceClient service) {
        devices.forEach(RoamingDevice::stop);
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(devices).as(this::toString).allMatch(RoamingDevice::isDone));
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(missing(service))
                                .as("acknowledged and not stored; " + this)
                                .isEmpty());
    }

    /** The acknowledged numbers that the service does not have, by device. */
    private Map<String, Set<Integer>> missing(ServiceClient service) {
        Map<String, Set<Integer>> missing = new TreeMap<>();
        stored = 0;
        for (RoamingDevice device : devices) {
            Set<Integer> left = new TreeSet<>(device.acknowledged());
            if (device.isReading()) {
                Set<Integer> there = stored(service, device);
                stored += there.size();
                left.removeAll(there);
            } else {
                int last = attribute(service, device);
                left.removeIf(number -> number <= last);
            }
            if (!left.isEmpty()) {
                missing.put(device.device().id(), left);
            }
        }
        return missing;
    }

    private Set<Integer> stored(ServiceClient service, RoamingDevice device) {
        JsonNode points =
                service.get(
                                "/api/plugins/telemetry/%s/values/timeseries?keys=number&startTs=%d&endTs=%d&limit=100000&useStrictDataTypes=true"
                                        .formatted(
                                                entity(device),
                                                NumberedReadings.FIRST_TS,
                                                NumberedReadings.FIRST_TS
                                                        + device.countPublished()
                                                        + 1))
                        .path("number");
        Set<Integer> numbers = new TreeSet<>();
        for (JsonNode point : points) {
            if (point.get("ts").asLong()
                    == NumberedReadings.FIRST_TS + point.get("value").asLong()) {
                numbers.add(point.get("value").asInt());
            }
        }
        return numbers;
    }

    /** The number that an attribute of the device has now, or -1. */
    private int attribute(ServiceClient service, RoamingDevice device) {
        for (JsonNode attribute :
                service.get(
                        "/api/plugins/telemetry/%s/values/attributes/CLIENT_SCOPE?keys=number"
                                .formatted(entity(device)))) {
            return attribute.get("value").asInt();
        }
        return -1;
    }

    /**
     * The keys whose latest value or attribute is not the last one that their device has published. Ask when all is
     * stored; latest values follow their series by about a second.
     */
    List<String> stale(ServiceClient service) {
        List<String> stale = new ArrayList<>();
        for (RoamingDevice device : devices) {
            Map<String, Integer> values = values(service, device);
            device.lastValues()
                    .forEach((key, last) -> {
                        Integer value = values.get(key);
                        if (value == null || !last.contains(value)) {
                            stale.add(
                                    "%s %s of %s: %s instead of %s"
                                            .formatted(
                                                    device.isReading() ? "latest" : "attribute",
                                                    key,
                                                    entity(device),
                                                    value,
                                                    last));
                        }
                    });
        }
        return stale;
    }

    /** The latest values or the attributes of a device, by key; those that are whole numbers. */
    private Map<String, Integer> values(ServiceClient service, RoamingDevice device) {
        String path = "/api/plugins/telemetry/" + entity(device) + "/values/";
        Map<String, Integer> values = new HashMap<>();
        if (device.isReading()) {
            service.get(path + "timeseries?useStrictDataTypes=true")
                    .properties()
                    .forEach(series -> put(values, series.getKey(), series.getValue().path(0)));
        } else {
            for (JsonNode attribute : service.get(path + "attributes/CLIENT_SCOPE")) {
                put(values, attribute.get("key").asString(), attribute);
            }
        }
        return values;
    }

    private static void put(Map<String, Integer> values, String key, JsonNode point) {
        if (point.path("value").isInt()) {
            values.put(key, point.get("value").asInt());
        }
    }

    private Map<String, Set<Integer>> unseen() {
        Map<String, Set<Integer>> unseen = new TreeMap<>();
        for (RoamingDevice device : devices) {
            Set<Integer> left = new TreeSet<>(device.acknowledged());
            left.removeAll(callsFor(device).numbers());
            if (!left.isEmpty()) {
                unseen.put(device.device().id(), left);
            }
        }
        return unseen;
    }

    /** Messages that ran twice: the same delivery, by its idempotency key. */
    List<String> repeated() {
        return devices.stream().flatMap(device -> callsFor(device).repeated().stream()).toList();
    }

    /** Messages that ran after a later one of their device. */
    List<String> reordered() {
        return devices.stream().flatMap(device -> callsFor(device).reordered().stream()).toList();
    }

    /** The most messages of one device that were under way at once. */
    int mostUnderWay() {
        return devices.stream().mapToInt(device -> callsFor(device).mostUnderWay()).max().orElse(0);
    }

    /** The paths that the latest calls for each device went to. */
    Set<String> latestPaths() {
        return devices.stream()
                .map(device -> callsFor(device).path())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** How often devices have lost their connection. */
    int disconnections() {
        return sum(RoamingDevice::countDisconnections);
    }

    /** The whole account. */
    @Override
    public String toString() {
        return "%d devices: %d numbers published, %d acknowledged, %d readings stored, %d published again, %d disconnections; %d calls, %d of a number that was published again, %d repeated, %d reordered, at most %d of a device at once"
                .formatted(
                        devices.size(),
                        sum(RoamingDevice::countPublished),
                        acknowledged(),
                        stored,
                        sum(RoamingDevice::countPublishedAgain),
                        disconnections(),
                        sum(device -> callsFor(device).count()),
                        sum(device -> callsFor(device).publishedAgain()),
                        repeated().size(),
                        reordered().size(),
                        mostUnderWay());
    }

    @Override
    public void close() {
        devices.forEach(RoamingDevice::close);
    }
}
