// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** How a delivery ended. Each ends exactly once. */
public enum Outcome {
    /** Every branch has ended. */
    DONE,
    /** Every branch has ended, and nothing was stored or sent. */
    DONE_WITHOUT_EFFECT,
    /** It was given up and is kept as a dead letter, for a user to inspect. */
    DEAD_LETTERED,
    /** It was discarded: the retry policy says so, or its sender sends only once and could not wait for room. */
    DROPPED_BY_POLICY,
    /** Another run or instance brings it to its end, or the consumer that reads it from the log. */
    HANDED_OVER
}
