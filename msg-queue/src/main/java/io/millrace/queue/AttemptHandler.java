// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.delivery.Attempt;

/** Sends messages through the rule chains. */
@FunctionalInterface
public interface AttemptHandler {

    /**
     * Starts an attempt. Attempts of one originator are started in the order of its messages. Must return at once: an
     * attempt that has to wait does so on another thread, and is ended later.
     */
    void start(Attempt attempt);
}
