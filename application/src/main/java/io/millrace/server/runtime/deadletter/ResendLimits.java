// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import java.time.Duration;

/**
 * How long a call that sends letters again goes on.
 *
 * @param perOriginator how long it waits for room for a message; after that, the originator's other letters stay, too, so
 *     that none overtakes another
 * @param standstill how long it goes on while nobody's message finds room
 * @param total how long it goes on at all
 * @param farewell how long it waits at its end for the word that the last messages are safe
 */
record ResendLimits(
        Duration perOriginator, Duration standstill, Duration total, Duration farewell) {

    static final ResendLimits DEFAULT =
            new ResendLimits(
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(2),
                    Duration.ofSeconds(10));
}
