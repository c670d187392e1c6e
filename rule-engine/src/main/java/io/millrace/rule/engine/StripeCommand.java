// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import org.jspecify.annotations.Nullable;

/** A command to a stripe of a chain. A {@link NodeVisit} brings it a node's answer. */
sealed interface StripeCommand
        permits StripeCommand.Enter, StripeCommand.Return, StripeCommand.Enqueued, NodeVisit {

    /** A branch enters the chain. */
    record Enter(Branch branch) implements StripeCommand {}

    /** A branch returns from a nested chain and leaves the calling node by the label. */
    record Return(Branch branch, int node, String label) implements StripeCommand {}

    /**
     * The message that a branch enqueued needs the branch no more, or could not be enqueued.
     *
     * @param error why the queue did not take the message in, or null if it did
     */
    record Enqueued(Branch branch, int node, @Nullable String error) implements StripeCommand {}
}
