// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.delivery.Attempt;

/** Brings messages through the rule chains. */
@FunctionalInterface
public interface AttemptHandler {

    /**
     * Starts an attempt. It is called in the order of each originator's messages, and must return at once: what the
     * attempt needs to wait for, it waits for elsewhere, and then ends the attempt.
     */
    void start(Attempt attempt);
}
