// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The identifiers of QoS 2 messages from the client that it has not released [MQTT-4.3.3-10]. Part of the session's state.
 * Used on one event loop only.
 */
final class ReceivedIds {

    /** What to do with a PUBLISH of QoS 2. */
    enum Arrival {
        /** The message is new. */
        NEW,
        /** The message came before and is being processed. */
        UNDER_WAY,
        /** The message came before and was acknowledged by PUBREC, which is sent again. */
        ACKNOWLEDGED
    }

    /** True for those that were acknowledged by PUBREC. */
    private final Map<Integer, Boolean> acknowledged = new HashMap<>();

    /** @param restored identifiers of an earlier connection, all acknowledged */
    ReceivedIds(Set<Integer> restored) {
        restored.forEach(id -> acknowledged.put(id, true));
    }

    Arrival arrived(int packetId) {
        Boolean before = acknowledged.putIfAbsent(packetId, false);
        if (before == null) {
            return Arrival.NEW;
        }
        return before ? Arrival.ACKNOWLEDGED : Arrival.UNDER_WAY;
    }

    void acknowledged(int packetId) {
        acknowledged.replace(packetId, true);
    }

    /** Removes an identifier: the client has released it, or its message was refused. Returns false for an unknown one. */
    boolean remove(int packetId) {
        return acknowledged.remove(packetId) != null;
    }

    int size() {
        return acknowledged.size();
    }

    /** The identifiers that another connection of the session must know. */
    Set<Integer> lasting() {
        return acknowledged.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }
}
