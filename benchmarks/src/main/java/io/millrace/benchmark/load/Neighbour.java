// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A tenant that behaves: how fast its messages are acknowledged shows the effect of the abuse of others. */
final class Neighbour {

    private static final int DEVICES = 5;
    private static final int WINDOW = 250;
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final double CALM_MILLIS = 50;

    private final RestApi rest;
    private final int mqtt;
    private final int perSecond;
    private final List<Device> devices;
    private long deadLetters;

    /** Creates the chain and the devices; {@code rest} is signed in as the tenant's administrator. */
    Neighbour(RestApi rest, String name, int mqtt, int perSecond)
            throws IOException, InterruptedException {
        this.rest = rest;
        this.mqtt = mqtt;
        this.perSecond = perSecond;
        Provisioning provisioning = new Provisioning(rest);
        provisioning.makeProfile(name, ChainGraph.filters());
        this.devices = provisioning.makeDevices(name, DEVICES, name);
    }

    /**
     * Sends messages in an open loop.
     *
     * @param length how long
     * @param begin called when the devices are connected, before the first message
     * @param end called after the last message, before the wait for outstanding acknowledgements
     */
    Experience send(Duration length, Runnable begin, Runnable end) throws InterruptedException {
        Latencies latencies = new Latencies();
        try (Fleet fleet = new Fleet(mqtt)) {
            List<Publisher> publishers = new ArrayList<>();
            for (Device device : devices) {
                Publisher publisher =
                        new Publisher(
                                device,
                                System.currentTimeMillis(),
                                WINDOW,
                                latencies,
                                (_, _, _) -> {});
                publishers.add(publisher);
                fleet.connect(publisher, new Latencies());
            }
            fleet.awaitAccepted();
            begin.run();
            Phase.openLoop(fleet, publishers, perSecond, length, true);
            end.run();
            fleet.drain(PATIENCE);
            Fleet.Break broken = fleet.brokenOff();
            return new Experience(
                    latencies,
                    fleet.sum(Publisher::sent) - fleet.sum(Publisher::acknowledged),
                    broken == null ? null : broken.reason());
        }
    }

    /** Waits until messages are acknowledged quickly, for a limited time. Returns whether they are. */
    boolean awaitCalm() throws InterruptedException {
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        do {
            Experience now = send(Duration.ofSeconds(1), () -> {}, () -> {});
            if (now.failures().isEmpty() && now.latencies().greatestMillis() < CALM_MILLIS) {
                return true;
            }
        } while (System.nanoTime() - giveUpAt < 0);
        return false;
    }

    /** Number of the tenant's dead letters since the former call, when no message is in progress any more. */
    long newDeadLetters() throws IOException, InterruptedException {
        long giveUpAt = System.nanoTime() + PATIENCE.toNanos();
        JsonNode total;
        do {
            Thread.sleep(100);
            total = rest.get("/api/ledger").get("total");
        } while (total.get("inFlight").valueStream().anyMatch(count -> count.asLong() > 0)
                && System.nanoTime() - giveUpAt < 0);
        long before = deadLetters;
        deadLetters = total.get("ended").path("DEAD_LETTERED").asLong(0);
        return deadLetters - before;
    }
}
