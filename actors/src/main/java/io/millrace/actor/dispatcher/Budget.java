// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import java.time.Duration;

/**
 * How long an actor may keep its thread while other actors wait: it goes to the end of the queue once either limit is
 * reached.
 *
 * @param messages the most messages, 1 or more
 * @param timeSlice the longest time, measured from the second message on and checked between messages: after each one
 *     or, while they are short, after every few. An actor with a single message does not read the clock
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
