// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

/**
 * What follows an attempt that did not succeed, by ThingsBoard's names. Whatever is given up becomes a dead letter, but
 * with {@link #DROP}. ThingsBoard's {@code RETRY_ALL} is not among them: nothing that has succeeded runs again.
 */
public enum ProcessingStrategyType {
    /** Nothing: one attempt. */
    SKIP_ALL_FAILURES,
    /** The same; there is a difference in ThingsBoard only. */
    SKIP_ALL_FAILURES_AND_TIMED_OUT,
    /** Another attempt after a failure. */
    RETRY_FAILED,
    /** Another attempt after a deadline has passed. */
    RETRY_TIMED_OUT,
    /** Another attempt after either. */
    RETRY_FAILED_AND_TIMED_OUT,
    /** One attempt, and no dead letter. ThingsBoard does not know it. */
    DROP;

    /** Whether an attempt that failed is followed by another. */
    public boolean retriesFailures() {
        return this == RETRY_FAILED || this == RETRY_FAILED_AND_TIMED_OUT;
    }

    /** Whether an attempt that passed its deadline is followed by another. */
    public boolean retriesTimeouts() {
        return this == RETRY_TIMED_OUT || this == RETRY_FAILED_AND_TIMED_OUT;
    }

    /** Whether it is one of those that make more than one attempt. */
    public boolean isRetry() {
        return retriesFailures() || retriesTimeouts();
    }
}
