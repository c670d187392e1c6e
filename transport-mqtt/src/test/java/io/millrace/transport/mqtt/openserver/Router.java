// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.openserver;

import io.millrace.transport.mqtt.client.InboundPublish;
import io.millrace.transport.mqtt.testkit.MemorySessions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Passes messages on to the connected clients that have subscribed to their topics. */
final class Router {

    private final Set<OpenClient> clients = ConcurrentHashMap.newKeySet();
    private final MemorySessions sessions = new MemorySessions();

    /** The sessions of all clients: a client id is one client. */
    MemorySessions sessions() {
        return sessions;
    }

    void add(OpenClient client) {
        clients.add(client);
    }

    void remove(OpenClient client) {
        clients.remove(client);
    }

    void pass(InboundPublish message) {
        clients.forEach(client -> client.receive(message));
    }
}
