// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.stream.IntStream;

/** New devices of one tenant that publish as quickly as they get acknowledgements. */
final class ReadingFleet implements AutoCloseable {

    private static final int DEVICES = 4;

    private final List<NumberedReadings> devices;

    ReadingFleet(ServiceClient service, int mqttPort) {
        devices =
                IntStream.range(0, DEVICES)
                        .mapToObj(i -> service.createDevice("Reader " + System.nanoTime()))
                        .map(device -> new NumberedReadings(device, mqttPort))
                        .toList();
    }

    /** Waits until so many of each device have been acknowledged since its first one. */
    void awaitAcknowledged(int each) {
        await().until(() ->
                devices.stream().allMatch(device -> device.countAcknowledged() >= each));
    }

    int acknowledged() {
        return devices.stream().mapToInt(NumberedReadings::countAcknowledged).sum();
    }

    /** How many acknowledgements of what was committed may still be on their way. */
    int inTransit() {
        return DEVICES * 64;
    }

    boolean isConnected() {
        return devices.stream().allMatch(NumberedReadings::isConnected);
    }

    /** Publishes no more; what is under way may still be acknowledged. */
    void stop() {
        devices.forEach(NumberedReadings::stop);
    }

    /** Publishes a while longer, then no more, and waits until all of it is acknowledged. */
    void goOnToTheEnd() {
        int published = devices.stream().mapToInt(NumberedReadings::countPublished).sum();
        awaitAcknowledged(published / DEVICES + 200);
        stop();
        await().untilAsserted(() ->
                assertThat(devices)
                        .allMatch(device -> device.countAcknowledged() == device.countPublished()));
    }

    /** Fails where the service does not have a reading that was acknowledged. */
    void assertAllAreIn(ServiceClient service) {
        assertThat(devices).allSatisfy(device -> assertThat(device.missingFrom(service)).isEmpty());
    }

    @Override
    public void close() {
        devices.forEach(NumberedReadings::close);
    }
}
