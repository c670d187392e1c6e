// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Readings of one device that wait a few seconds, each in a delay and all together in a deduplication, and where they
 * come out.
 */
final class WaitingReadings implements AutoCloseable {

    static final List<Integer> NUMBERS = List.of(1, 2, 3);

    /** Each waits in both nodes. */
    static final int WAITING = 2 * NUMBERS.size();

    private static final int SECONDS = 10;

    private final SlowServer exit = new SlowServer(_ -> false);
    private final ServiceClient.Device device;

    /**
     * Nothing waits yet.
     *
     * @param devices makes a device of a profile
     */
    WaitingReadings(ServiceClient service, Function<String, ServiceClient.Device> devices)
            throws IOException {
        String chain = RuleChains.waiting(exit.url(), SECONDS).save(service);
        this.device = devices.apply(ClusterProfiles.make(service, "Main", chain));
    }

    ServiceClient.Device device() {
        return device;
    }

    /** Returns when all is acknowledged. */
    void publish(int mqttPort) {
        try (MqttDevice client = new MqttDevice(mqttPort, device.token())) {
            NUMBERS.forEach(number ->
                    client.publish(MqttDevice.TELEMETRY, "{\"number\":%d}".formatted(number)));
        }
    }

    /** What has come out of the delay; what came twice counts once. */
    Set<Integer> delayed() {
        return cameOut()
                .filter(body -> !body.isArray())
                .map(WaitingReadings::number)
                .collect(Collectors.toSet());
    }

    /** The sets that have come out of the deduplication; one that came twice counts once. */
    Set<List<Integer>> deduplicated() {
        return cameOut()
                .filter(JsonNode::isArray)
                .map(set ->
                        StreamSupport.stream(set.spliterator(), false)
                                .map(each -> number(each.get("msg")))
                                .toList())
                .collect(Collectors.toSet());
    }

    private Stream<JsonNode> cameOut() {
        return exit.bodies().stream().map(JsonMapper.shared()::readTree);
    }

    private static int number(JsonNode reading) {
        return reading.get("number").asInt();
    }

    @Override
    public void close() {
        exit.close();
    }
}
