// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import java.time.Duration;

/**
 * How long a client may be silent.
 *
 * @param seconds the keep-alive interval; 0: none
 * @param isServers true if the server chose the interval instead of the client, which an MQTT 5 client must be told
 */
record KeepAlive(int seconds, boolean isServers) {

    /** The longest interval for MQTT 5 clients, to which the server can send its own. */
    static final int MAX_SECONDS = 3600;

    private static final Duration IDLE_CAP = Duration.ofHours(24);

    /** Returns the interval for a client that asks for {@code asked} seconds; 0 asks for none. */
    static KeepAlive of(int asked, boolean isVersion5) {
        boolean tooLong = asked == 0 || asked > MAX_SECONDS;
        return isVersion5 && tooLong
                ? new KeepAlive(MAX_SECONDS, true)
                : new KeepAlive(asked, false);
    }

    /** The silence after which the connection counts as lost: one and a half times the interval [MQTT-3.1.2-22]. */
    Duration patience() {
        return seconds == 0 ? IDLE_CAP : Duration.ofMillis(seconds * 1500L);
    }
}
