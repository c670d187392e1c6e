// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import java.util.function.IntPredicate;

/** The packet identifiers of one connection's messages to the client, from 1 to 65,535 in turn. For one thread. */
final class PacketIds {

    private static final int LAST = 0xFFFF;

    private int previous;

    /**
     * Returns the next identifier that is not in use [MQTT-2.2.1-4].
     *
     * @param inUse true for an identifier in use; false for one of them at least
     */
    int next(IntPredicate inUse) {
        do {
            previous = previous == LAST ? 1 : previous + 1;
        } while (inUse.test(previous));
        return previous;
    }
}
