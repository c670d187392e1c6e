// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.time.Duration;
import java.util.List;

/**
 * A device that is not part of the load. It uses the tenant's root chain, sends one message a second, and pings; its
 * latencies show the effect of the load on other devices.
 */
final class Bystander {

    private static final int WINDOW = 16;

    private final Latencies acknowledgements = new Latencies();
    private final Latencies pings = new Latencies();
    private final Publisher publisher;
    private int due;

    Bystander(Device device, long firstTs) {
        this.publisher = new Publisher(device, firstTs, WINDOW, acknowledgements, (_, _, _) -> {});
    }

    void connect(Fleet fleet) {
        fleet.connect(publisher, pings);
    }

    /** Starts to publish, and continues until the fleet is drained. */
    void start(Fleet fleet) {
        fleet.run(() -> publisher.begin((turn, now) -> turn < due ? now : now + 1, true));
        fleet.every(Duration.ofSeconds(1), List.of(this::publish));
    }

    private void publish() {
        due++;
        publisher.publishDue();
    }

    Published published() {
        return publisher.published().getFirst();
    }

    @Override
    public String toString() {
        return "PUBACK %s; PINGRESP %s"
                .formatted(acknowledgements.percentiles(), pings.percentiles());
    }
}
