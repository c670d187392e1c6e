// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** A tenant with its devices that abuses the server, from {@link #start} until {@link #close}. */
final class AbusiveTenant implements AutoCloseable {

    private static final int DEVICES = 100;
    private static final int WINDOW = 250;
    private static final int HISTORY = 2_000;
    private static final int BODIES = 50;

    private final Abuse abuse;
    private final RestApi rest;
    private final Fleet fleet;
    private final HeldBodies bodies;
    private final List<Publisher> publishers = new ArrayList<>();

    private AbusiveTenant(Abuse abuse, RestApi rest, Server server) {
        this.abuse = abuse;
        this.rest = rest;
        this.fleet = new Fleet(server.mqtt());
        this.bodies = new HeldBodies(server.http());
    }

    /**
     * Prepares a tenant: its chain and its devices, which are connected and silent.
     *
     * @param name name of the chain and the devices
     * @param rest signed in as the tenant's administrator
     */
    static AbusiveTenant prepare(Abuse abuse, String name, RestApi rest, Server server)
            throws IOException, InterruptedException {
        AbusiveTenant tenant = new AbusiveTenant(abuse, rest, server);
        try {
            if (abuse.kind() != Abuse.Kind.NOTHING) {
                tenant.connect(name);
            }
            return tenant;
        } catch (IOException | InterruptedException | RuntimeException e) {
            tenant.close();
            throw e;
        }
    }

    private void connect(String name) throws IOException, InterruptedException {
        Provisioning provisioning = new Provisioning(rest);
        String profile = Provisioning.DEFAULT_PROFILE;
        if (abuse.chain() != null) {
            profile = name;
            provisioning.makeProfile(profile, abuse.chain());
        }
        for (Device device : provisioning.makeDevices(name, DEVICES, profile)) {
            if (abuse.kind() == Abuse.Kind.MESSAGES_AND_HISTORY) {
                storeHistory(device);
            }
            Publisher publisher =
                    new Publisher(
                            device,
                            System.currentTimeMillis(),
                            WINDOW,
                            new Latencies(),
                            (_, _, _) -> {});
            publishers.add(publisher);
            fleet.connect(publisher, new Latencies());
        }
        fleet.awaitAccepted();
    }

    private void storeHistory(Device device) throws IOException, InterruptedException {
        ArrayNode readings = JsonMapper.shared().createArrayNode();
        long last = System.currentTimeMillis();
        for (int i = 0; i < HISTORY; i++) {
            readings.addObject()
                    .put("ts", last - i * 1_000L)
                    .putObject("values")
                    .put(Reading.KEY, i % 40 + 0.5);
        }
        rest.post("/api/plugins/telemetry/DEVICE/" + device.id() + "/timeseries/ANY", readings);
    }

    /** Starts the abuse. */
    void start(int perSecond) {
        if (abuse.kind() == Abuse.Kind.NOTHING) {
            return;
        }
        if (abuse.kind() == Abuse.Kind.MESSAGES_AND_BODIES) {
            bodies.open(BODIES, "/api/auth/login", "");
            bodies.open(BODIES, "/api/device", "Authorization: Bearer " + rest.token() + "\r\n");
        }
        Schedule schedule = new Schedule(System.nanoTime(), perSecond, publishers.size());
        fleet.run(() -> {
            for (int i = 0; i < publishers.size(); i++) {
                publishers.get(i).begin(schedule.paceOf(i), false);
            }
        });
        fleet.every(Duration.ofMillis(1), List.of(() -> publishers.forEach(Publisher::publishDue)));
    }

    /** Number of messages that the server has acknowledged. */
    long acknowledged() {
        return fleet.sum(Publisher::acknowledged);
    }

    /** Ends the abuse, and closes all connections. */
    @Override
    public void close() {
        bodies.close();
        fleet.close();
    }
}
