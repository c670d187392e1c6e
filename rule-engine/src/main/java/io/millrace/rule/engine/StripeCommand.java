// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import org.jspecify.annotations.Nullable;

/** What a stripe of a chain is told. A {@link NodeVisit} tells it a node's answer. */
sealed interface StripeCommand
        permits StripeCommand.Enter, StripeCommand.Return, StripeCommand.Enqueued, NodeVisit {

    /** A branch comes into the chain. */
    record Enter(Branch branch) implements StripeCommand {}

    /** A branch comes back from a nested chain and leaves the calling node by the label. */
    record Return(Branch branch, int node, String label) implements StripeCommand {}

    /**
     * What a branch sent on in a delivery of its own is safe, or has found no room.
     *
     * @param error why there was none, or null
     */
    record Enqueued(Branch branch, int node, @Nullable String error) implements StripeCommand {}
}
