// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

/** What a node's actor is told. A {@link NodeVisit} brings it a message, or the answer that the message waited for. */
sealed interface NodeCommand permits NodeCommand.Abandon, NodeVisit {

    /** Nobody waits for the visit any more: it must not hold back those behind it. */
    record Abandon(NodeVisit visit) implements NodeCommand {}
}
