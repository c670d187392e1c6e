// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.deadletter;

import java.time.Duration;

/**
 * The time limits of a resend call.
 *
 * @param perOriginator how long it waits for room for a message; after that the originator's other letters stay too, so
 *     that none overtakes another
 * @param standstill how long it continues while no message finds room
 * @param total maximum duration of the call
 * @param farewell how long it waits at the end until the last messages are safe
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
