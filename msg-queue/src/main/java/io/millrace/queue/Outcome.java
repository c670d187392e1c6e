// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** How a delivery ended. Each ends exactly once. */
public enum Outcome {
    /** Every branch came to its end. */
    DONE,
    /** Every branch came to its end, and nothing was stored or sent. */
    DONE_WITHOUT_EFFECT,
    /** It was given up and is kept for a person to look at. */
    DEAD_LETTERED,
    /** It was discarded, because its sender sends only once and could not wait for room, or a policy says so. */
    DROPPED_BY_POLICY,
    /** Somebody else sees it to its end: another run or instance, or whoever reads it from the log. */
    HANDED_OVER
}
