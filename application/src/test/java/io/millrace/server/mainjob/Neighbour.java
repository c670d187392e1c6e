// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import tools.jackson.databind.JsonNode;

/** A device of a tenant whose messages others must not hold back. */
final class Neighbour implements AutoCloseable {

    private final ServiceClient owner;
    private final ServiceClient.Device device;
    private final MqttDevice client;

    /** Connects a new device of a profile. */
    Neighbour(ServiceClient owner, String profile, int mqttPort) {
        this.owner = owner;
        this.device = owner.createDevice("Neighbour", profile);
        this.client = new MqttDevice(mqttPort, device.token());
    }

    /**
     * Publishes readings one after the other; fails unless all are acknowledged and stored, none fails, and the device
     * stays connected.
     */
    void publishesAndHasStored(int readings) {
        CompletableFuture<Void> acknowledged =
                CompletableFuture.runAsync(() -> publish(readings), Thread::startVirtualThread);
        await().until(acknowledged::isDone);
        acknowledged.join();
        await().until(() -> stored().size() == readings || !deadLetters().isEmpty());
        assertThat(deadLetters()).isEmpty();
        assertThat(stored())
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.rangeClosed(1, readings).boxed().toList());
        assertThat(client.isConnected()).isTrue();
    }

    private void publish(int readings) {
        for (int n = 1; n <= readings; n++) {
            client.publish(
                    MqttDevice.TELEMETRY, "{\"ts\":%d,\"values\":{\"number\":%d}}".formatted(n, n));
        }
    }

    private List<Long> stored() {
        return owner.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/timeseries?keys=number&startTs=1&endTs=1000&limit=1000&useStrictDataTypes=true"
                                .formatted(device.id()))
                .path("number")
                .valueStream()
                .map(point -> point.get("value").asLong())
                .toList();
    }

    private List<String> deadLetters() {
        return owner.get("/api/deadLetters?pageSize=100&page=0")
                .get("data")
                .valueStream()
                .map(JsonNode::toString)
                .toList();
    }

    @Override
    public void close() {
        client.close();
    }
}
