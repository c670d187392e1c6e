// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import tools.jackson.databind.JsonNode;

/** A tenant whose device floods a chain with messages that set off a {@link Bomb}. */
final class Attacker implements AutoCloseable {

    private final Bomb bomb;
    private final ServiceClient service;
    private final Flood flood;

    /** Connects a new device of a new tenant. */
    Attacker(Bomb bomb, ServiceClient root, int mqttPort) {
        this.bomb = bomb;
        this.service = root.newTenant(bomb + " " + System.nanoTime());
        String profile = service.createProfile("Bomb", bomb.chain().save(service));
        this.flood = new Flood(mqttPort, service.createDevice("Attacker", profile).token());
    }

    /** Begins to publish, and does so until this is closed. */
    void attack() {
        flood.forever(Bomb.PAYLOAD);
    }

    /** Whether messages are under way now. */
    boolean isAtWork() {
        return ledger().get("inFlight").valueStream().mapToLong(JsonNode::asLong).sum() > 0;
    }

    /** Whether a message has failed. */
    boolean hasFailed() {
        return ledger().at("/ended/DEAD_LETTERED").asLong() > 0;
    }

    private JsonNode ledger() {
        return service.get("/api/ledger").get("total");
    }

    @Override
    public void close() {
        flood.close();
    }

    @Override
    public String toString() {
        return bomb.name();
    }
}
