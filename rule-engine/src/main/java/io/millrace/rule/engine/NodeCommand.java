// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/** A command to a node's actor. A {@link NodeVisit} brings it a message, or the later answer to one. */
sealed interface NodeCommand permits NodeCommand.Abandon, NodeVisit {

    /** Gives up the visit, so that it does not hold back those behind it. */
    record Abandon(NodeVisit visit) implements NodeCommand {}
}
