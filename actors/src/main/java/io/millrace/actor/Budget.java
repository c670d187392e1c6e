// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import java.time.Duration;

/**
 * How long an actor may keep its thread while others wait: it goes to the end of the line when either is used up.
 *
 * @param messages how many messages at most, 1 or more
 * @param timeSlice how long at most, counted from the begin of the second message and checked between messages, every
 *     one or, while they are quick, every few of them; so an actor with a single message pays for no clock
 */
public record Budget(int messages, Duration timeSlice) {

    /** 64 messages, 200 microseconds. */
    public static final Budget DEFAULT = new Budget(64, Duration.ofNanos(200_000));

    public Budget {
        if (messages < 1) {
            throw new IllegalArgumentException("messages must be at least 1, not " + messages);
        }
        if (timeSlice.isNegative()) {
            throw new IllegalArgumentException("timeSlice must not be negative, not " + timeSlice);
        }
    }
}
